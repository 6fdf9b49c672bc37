#include "server/admin.hpp"
#include "server/options.hpp"
#include "server/serve.hpp"

int main(int argc, char** argv) {
    morris::ServerOptions options;
    if (const auto status = morris::parse_options(argc, argv, options)) return *status;
    if (options.command == morris::ServerCommand::serve) return morris::serve(options);
    return morris::administrate(options);
}
