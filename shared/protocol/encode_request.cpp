#include "shared/protocol/codec.hpp"
#include "shared/protocol/json_out.hpp"
#include "shared/protocol/words.hpp"

namespace morris::protocol {

namespace {

struct Named {
    std::string_view type;
    OrderedJson fields = OrderedJson::object();
};

Named named(const Hello& hello) {
    Named out{"hello", {{"name", hello.name}}};
    if (hello.secret) out.fields["secret"] = *hello.secret;
    if (hello.client) out.fields["client"] = *hello.client;
    return out;
}

OrderedJson to_json(const PersonWanted& person) {
    return {{"kind", "person"}, {"listed", person.listed}};
}

OrderedJson to_json(const ComputerWanted& computer) {
    return {{"kind", "computer"}, {"level", word_for(level_words, computer.level)}};
}

Named named(const Make& make) {
    return {"make",
            {{"key", make.key},
             {"secret", make.secret},
             {"color", word_for(seat_wish_words, make.color)},
             {"options", protocol::to_json(make.options)},
             {"opponent",
              std::visit([](const auto& opponent) { return to_json(opponent); }, make.opponent)}}};
}

Named named(const Join& join) {
    Named out{"join"};
    if (join.invite) out.fields["invite"] = *join.invite;
    if (join.table) out.fields["table"] = *join.table;
    out.fields["secret"] = join.secret;
    return out;
}

Named named(const Resume& resume) {
    Named out{"resume", {{"table", resume.table}, {"secret", resume.secret}}};
    if (resume.since) out.fields["since"] = *resume.since;
    return out;
}

Named named(const Watch& watch) {
    Named out{"watch", {{"table", watch.table}}};
    if (watch.since) out.fields["since"] = *watch.since;
    return out;
}

Named named(const Leave& leave) {
    return {"leave", {{"table", leave.table}}};
}

Named named(const List&) {
    return {"list"};
}

Named named(const Play& play) {
    return {"move",
            {{"table", play.table}, {"turn", play.turn}, {"move", protocol::to_json(play.move)}}};
}

Named named(const Resign& resign) {
    return {"resign", {{"table", resign.table}}};
}

Named named(const Rematch& rematch) {
    return {"rematch", {{"table", rematch.table}}};
}

Named named(const Ping&) {
    return {"ping"};
}

}  // namespace

std::string encode(const Request& request) {
    const Named body = std::visit([](const auto& of) { return named(of); }, request.body);
    OrderedJson json{{"type", body.type}, {"id", request.id}};
    json.update(body.fields);
    return line(json);
}

}  // namespace morris::protocol
