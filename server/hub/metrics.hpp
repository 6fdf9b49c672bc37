// What the server counts about itself, in Prometheus' text form at /metrics.
#pragma once

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace morris {

class Metrics {
public:
    Metrics();

    void request(std::string_view type) {
        requests_.Add({{"type", std::string(type)}}).Increment();
    }
    void refused(std::string_view code) { errors_.Add({{"code", std::string(code)}}).Increment(); }
    void event(std::string_view kind) { events_.Add({{"kind", std::string(kind)}}).Increment(); }
    // From a move's arrival to its confirmation, in seconds.
    void move_confirmed(double seconds) { move_seconds_.Observe(seconds); }

    // A figure that is asked for whenever somebody reads the metrics.
    void gauge(const std::string& name, const std::string& help, std::function<double()> value);

    std::string text();

private:
    struct Asked {
        prometheus::Gauge* gauge;
        std::function<double()> value;
    };

    prometheus::Registry registry_;
    prometheus::Family<prometheus::Counter>& requests_;
    prometheus::Family<prometheus::Counter>& errors_;
    prometheus::Family<prometheus::Counter>& events_;
    prometheus::Histogram& move_seconds_;
    std::vector<Asked> asked_;
};

}  // namespace morris
