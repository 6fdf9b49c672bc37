// What the server counts about itself, in Prometheus' text form at /metrics.
#pragma once

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace morris {

class Metrics {
public:
    using Figure = std::function<double()>;
    using Labels = std::map<std::string, std::string>;

    Metrics();

    void request(std::string_view type) {
        requests_.Add({{"type", std::string(type)}}).Increment();
    }
    void refused(std::string_view code) { errors_.Add({{"code", std::string(code)}}).Increment(); }
    void event(std::string_view kind) { events_.Add({{"kind", std::string(kind)}}).Increment(); }
    // From a move's arrival to its confirmation, in seconds.
    void move_confirmed(double seconds) { move_seconds_.Observe(seconds); }

    // Figures that are asked for whenever somebody reads the metrics: one that is true now, and one
    // that only rises since the start, whose name ends in _total.
    void gauge(const std::string& name, const std::string& help, Figure value);
    void total(const std::string& name, const std::string& help, Figure value);
    // One of several totals of this name, told apart by their labels.
    void total(const std::string& name, const std::string& help, const Labels& labels,
               Figure value);

    std::string text();

private:
    prometheus::Registry registry_;
    prometheus::Family<prometheus::Counter>& requests_;
    prometheus::Family<prometheus::Counter>& errors_;
    prometheus::Family<prometheus::Counter>& events_;
    prometheus::Histogram& move_seconds_;
    std::vector<std::function<void()>> asked_;  // each brings one figure up to date
};

}  // namespace morris
