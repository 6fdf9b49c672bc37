// A client that can misbehave: a blocking loopback socket on which a test writes any bytes it
// likes. Reads wait a few seconds at most, so that a server that does not answer fails the test.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace morris::test {

struct HttpReply {
    int status = 0;
    std::map<std::string, std::string> headers;  // names in lower case
    std::string body;
};

struct Frame {
    unsigned first = 0;  // the first byte: FIN, reserved bits, opcode
    std::string payload;

    unsigned opcode() const { return first & 0x0FU; }
    // Of a close frame; 1005 if it has none.
    unsigned close_code() const;
};

enum Opcode : unsigned { continued = 0, text = 1, binary = 2, closing = 8, ping = 9, pong = 10 };

// A client's frame, masked. `first` is the whole first byte.
std::string frame(unsigned first, std::string_view payload);
std::string text_frame(std::string_view payload);
std::string close_frame(unsigned code);

struct Dial {
    std::string to = "127.0.0.1";
    std::string from;        // the client's own address; empty: any
    int receive_buffer = 0;  // the kernel's, in bytes; 0: as it is
};

// A client whose kernel takes only a few kB that it does not read.
inline const Dial narrow{"127.0.0.1", "", 4096};

class WireClient {
public:
    explicit WireClient(std::uint16_t port, const Dial& dial = Dial());
    WireClient(WireClient&& other) noexcept;
    WireClient(const WireClient&) = delete;
    WireClient& operator=(const WireClient&) = delete;
    WireClient& operator=(WireClient&&) = delete;
    ~WireClient();

    // False once the other side is gone.
    bool send(std::string_view bytes);
    void shut_down_sending();
    // Ends the connection with RST.
    void reset();

    // Of a HEAD request's reply there is no body to read.
    std::optional<HttpReply> reply(bool head = false);
    std::optional<Frame> next_frame();
    // The next frame that is no ping.
    std::optional<Frame> next_message();
    // Drops what comes until the server hangs up; false if it does not.
    bool hung_up();

    // Asks for a WebSocket with these further header lines; the answer's status.
    int upgrade(std::string_view headers = "");

private:
    bool fill();
    std::optional<std::string> take(std::size_t size);

    int fd_ = -1;
    std::string seen_;
};

// The usual request, with these further header lines ("Name: value\r\n" each).
std::string get(std::string_view target, std::string_view headers = "");
std::string upgrade_request(std::string_view headers, std::string_view host = "localhost");

}  // namespace morris::test
