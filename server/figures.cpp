#include "server/figures.hpp"

#include <array>
#include <string>

namespace morris {
namespace {

// By Refusal.
constexpr std::array<const char*, refusal_count> refusals{"server_full", "address_full", "too_fast",
                                                          "origin", "bad_request"};

// Those that say something about the server or its clients; PROTOCOL.md tells what.
constexpr std::array<std::uint16_t, 9> close_codes{1000, 1001, 1002, 1006, 1009,
                                                   1011, 1012, 4000, 4001};

template <class Number>
double figure(Number number) {
    return static_cast<double>(number);
}

void add_net(Metrics& metrics, const NetServer& net) {
    metrics.gauge("morris_connections_open", "TCP connections open, HTTP ones too.",
                  [&net] { return figure(net.stats().open_http + net.stats().open_sockets); });
    metrics.total("morris_connections_total", "TCP connections accepted.",
                  [&net] { return figure(net.stats().accepted); });
    for (std::size_t i = 0; i < refusals.size(); ++i) {
        metrics.total("morris_connections_refused_total",
                      "Connections and upgrades refused, by reason.", {{"reason", refusals[i]}},
                      [&net, i] { return figure(net.stats().refused[i]); });
    }
    for (const std::uint16_t code : close_codes) {
        metrics.total("morris_websockets_closed_total", "WebSockets closed, by close code.",
                      {{"code", std::to_string(code)}}, [&net, code] {
                          const auto& closed = net.stats().closed;
                          const auto found = closed.find(code);
                          return found == closed.end() ? 0.0 : figure(found->second);
                      });
    }
    metrics.total("morris_messages_received_total", "Messages from clients.",
                  [&net] { return figure(net.stats().messages_in); });
    metrics.total("morris_messages_sent_total", "Messages to clients.",
                  [&net] { return figure(net.stats().messages_out); });
    metrics.total("morris_messages_delayed_total", "Messages held back for their client's rate.",
                  [&net] { return figure(net.stats().messages_delayed); });
}

void add_store(Metrics& metrics, const SqliteLog& log) {
    metrics.total("morris_store_commits_total", "Commits of the game log.",
                  [&log] { return figure(log.stats().commits); });
    metrics.total("morris_store_failures_total", "Failed commits and reads of the game log.",
                  [&log] { return figure(log.stats().failures); });
    metrics.total("morris_store_sync_seconds_total", "Time spent in commits of the game log.",
                  [&log] { return figure(log.stats().total_sync_us) / 1e6; });
    metrics.gauge("morris_store_queue", "Appends that wait to be durable.",
                  [&log] { return figure(log.stats().queue_length); });
    metrics.gauge("morris_store_last_sync_seconds", "How long the last commit took.",
                  [&log] { return figure(log.stats().last_sync_us) / 1e6; });
}

void add_thinker(Metrics& metrics, const ThinkerPool& thinker) {
    metrics.gauge("morris_thinker_queued", "Searches that wait for a thread.",
                  [&thinker] { return figure(thinker.stats().queued); });
    metrics.total("morris_thinker_searches_total", "Searches answered.",
                  [&thinker] { return figure(thinker.stats().searched); });
    metrics.total("morris_thinker_fallbacks_total",
                  "Searches answered by something else than their own end.",
                  [&thinker] { return figure(thinker.stats().fallbacks); });
    metrics.total("morris_thinker_seconds_total", "All threads' time in searches.",
                  [&thinker] { return figure(thinker.stats().busy.count()) / 1e6; });
}

}  // namespace

void add_figures(Metrics& metrics, const NetServer& net, const SqliteLog& log,
                 const ThinkerPool& thinker) {
    add_net(metrics, net);
    add_store(metrics, log);
    add_thinker(metrics, thinker);
}

}  // namespace morris
