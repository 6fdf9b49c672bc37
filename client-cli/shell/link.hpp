// One WebSocket connection to a server, plain or with TLS. Everything happens on the thread that
// runs the io_context. This header keeps Beast out of the files that only use a link.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "client-cli/core/address.hpp"

namespace boost::asio {
class io_context;
}

namespace morris::client {

struct LinkHandlers {
    std::function<void()> opened;
    std::function<void(std::string text)> received;
    // Once, and the last: it could not be opened, or it has ended. `why` is for people.
    std::function<void(std::string why, std::optional<std::uint16_t> close_code)> lost;
};

class Link {
public:
    virtual ~Link() = default;

    virtual void send(std::string text) = 0;

    // After what is queued, closes with a goodbye, as far as that takes no longer than a second;
    // `closed` is called in the end, and no other handler any more.
    virtual void close(std::function<void()> closed) = 0;

    // Cuts the connection off; no handler is called any more.
    virtual void drop() = 0;
};

// Begins to connect; handlers are never called from within. `ca_file`: further certificates to
// trust; "": the system's alone.
std::shared_ptr<Link> open_link(boost::asio::io_context& context, const Address& address,
                                const std::string& ca_file, LinkHandlers handlers);

}  // namespace morris::client
