// What the contract of the port is tested on: two logs over one content, as two servers have them.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/hub/ports/event_log.hpp"

namespace morris::test {

class Subject {
public:
    virtual ~Subject() = default;
    virtual EventLog& log() = 0;
    virtual EventLog& other() = 0;
    // By somebody who is neither of the two.
    virtual void erase(const std::string& stream) = 0;
    // Lets the logs work, and runs their completions, until it is so; false if it never will be.
    virtual bool run_until(const std::function<bool()>& so) = 0;
};

std::unique_ptr<Subject> make_memory_subject();
std::unique_ptr<Subject> make_sqlite_subject();

}  // namespace morris::test
