// What the contract of the port is tested on: two logs over one content, as two servers have them.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/hub/ports/event_log.hpp"
#include "server/hub/ports/served_line.hpp"
#include "tests/store/fixture.hpp"

namespace morris::test {

class Subject {
public:
    virtual ~Subject() = default;
    virtual EventLog& log() = 0;
    virtual EventLog& other() = 0;
    virtual ServedLine& line() = 0;
    virtual ServedLine& other_line() = 0;
    // The server ends and starts anew; what it was asked must be answered before. References to its
    // log end with it.
    virtual void restart() = 0;
    virtual void restart_other() = 0;
    // By somebody who is neither of the two.
    virtual void erase(const std::string& stream) = 0;
    virtual void drop_lists() = 0;
    // Lets the logs work, and runs their completions, until it is so; false if it never will be.
    virtual bool run_until(const std::function<bool()>& so) = 0;
};

// Called in a test case: runs it once for each implementation.
std::unique_ptr<Subject> each_subject();

// Asks and waits for the answer, which must not come from inside the call.
Appended append(Subject& subject, EventLog& log, Append append);
Entries list(Subject& subject, EventLog& log, ListQuery query);
Events read(Subject& subject, EventLog& log, const std::string& stream, std::uint64_t after);

}  // namespace morris::test
