#include <boost/asio/io_context.hpp>
#include <string>
#include <thread>

#include "server/net/asio_timers.hpp"
#include "server/net/post.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace std::chrono_literals;

TEST_CASE("timers call in the order of their instants, never at once", "[net]") {
    boost::asio::io_context io;
    AsioTimers timers(io);
    std::string called;
    const auto begun = timers.steady();
    timers.after(20ms, [&] { called += 'c'; });
    timers.after(10ms, [&] { called += 'b'; });
    timers.after(0ms, [&] { called += 'a'; });
    timers.after(-5ms, [&] { called += '-'; });
    CHECK(called.empty());
    io.run();
    CHECK(called == "-abc");
    CHECK(timers.steady() - begun >= 20ms);
}

TEST_CASE("a cancelled timer does not call, also when it is due", "[net]") {
    boost::asio::io_context io;
    AsioTimers timers(io);
    std::string called;
    Timers::Id second = 0;
    timers.after(0ms, [&] {
        called += 'a';
        timers.cancel(second);
    });
    second = timers.after(0ms, [&] { called += 'b'; });
    const auto third = timers.after(1h, [&] { called += 'c'; });
    std::this_thread::sleep_for(2ms);  // both of the first are due now
    timers.cancel(third);
    timers.cancel(third);
    timers.cancel(0);
    io.run();
    CHECK(called == "a");
}

TEST_CASE("a timer may set others and cancel itself", "[net]") {
    boost::asio::io_context io;
    AsioTimers timers(io);
    int called = 0;
    Timers::Id self = 0;
    std::function<void()> again = [&] {
        timers.cancel(self);
        if (++called < 100) self = timers.after(0ms, again);
    };
    self = timers.after(0ms, again);
    io.run();
    CHECK(called == 100);
}

TEST_CASE("timers that are gone call nobody", "[net]") {
    boost::asio::io_context io;
    int called = 0;
    {
        AsioTimers timers(io);
        timers.after(0ms, [&] { ++called; });
        timers.after(1h, [&] { ++called; });
        std::this_thread::sleep_for(2ms);
    }
    io.run();
    CHECK(called == 0);
}

TEST_CASE("the clock for people is the wall clock", "[net]") {
    boost::asio::io_context io;
    const AsioTimers timers(io);
    const auto before = std::chrono::system_clock::now() - 1s;
    CHECK(timers.now() > before);
    CHECK(timers.now() < before + 1min);
}

TEST_CASE("what other threads post is done in order on the one that runs", "[net]") {
    boost::asio::io_context io;
    const Post post = make_post(io);
    std::vector<int> done;
    std::thread other([&] {
        for (int i = 0; i < 1000; ++i) post([&done, i] { done.push_back(i); });
    });
    other.join();
    CHECK(done.empty());
    io.run();
    REQUIRE(done.size() == 1000);
    CHECK(std::is_sorted(done.begin(), done.end()));
}
