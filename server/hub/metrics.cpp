#include "server/hub/metrics.hpp"

#include <prometheus/text_serializer.h>

#include <utility>

namespace morris {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;

}  // namespace

Metrics::Metrics()
    : requests_(BuildCounter()
                    .Name("morris_requests_total")
                    .Help("Requests received, by type.")
                    .Register(registry_)),
      errors_(BuildCounter()
                  .Name("morris_refusals_total")
                  .Help("Requests refused, by error code.")
                  .Register(registry_)),
      events_(BuildCounter()
                  .Name("morris_events_total")
                  .Help("Table events made durable, by kind.")
                  .Register(registry_)),
      move_seconds_(
          BuildHistogram()
              .Name("morris_move_seconds")
              .Help("Time from a move's arrival to its confirmation.")
              .Register(registry_)
              .Add({}, prometheus::Histogram::BucketBoundaries{0.001, 0.002, 0.005, 0.01, 0.02,
                                                               0.05, 0.1, 0.2, 0.5, 1, 5})) {}

void Metrics::gauge(const std::string& name, const std::string& help, Figure value) {
    auto& gauge = BuildGauge().Name(name).Help(help).Register(registry_).Add({});
    asked_.emplace_back([&gauge, value = std::move(value)] { gauge.Set(value()); });
}

void Metrics::total(const std::string& name, const std::string& help, Figure value) {
    total(name, help, {}, std::move(value));
}

void Metrics::total(const std::string& name, const std::string& help, const Labels& labels,
                    Figure value) {
    auto& total = BuildCounter().Name(name).Help(help).Register(registry_).Add(labels);
    asked_.emplace_back(
        [&total, value = std::move(value)] { total.Increment(value() - total.Value()); });
}

std::string Metrics::text() {
    for (const auto& bring_up_to_date : asked_) bring_up_to_date();
    return prometheus::TextSerializer().Serialize(registry_.Collect());
}

}  // namespace morris
