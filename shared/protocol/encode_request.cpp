#include "shared/protocol/codec.hpp"
#include "shared/protocol/instant.hpp"
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
    Named out{"make",
              {{"key", make.key},
               {"secret", make.secret},
               {"color", word_for(seat_wish_words, make.color)},
               {"options", protocol::to_json(make.options)},
               {"opponent", std::visit([](const auto& opponent) { return to_json(opponent); },
                                       make.opponent)}}};
    if (make.clock) out.fields["clock"] = protocol::to_json(*make.clock);
    return out;
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

Named named(const Offer& offer) {
    return {"offer",
            {{"table", offer.table},
             {"kind", word_for(offer_kind_words, offer.kind)},
             {"turn", offer.turn}}};
}

Named named(const Answer& answer) {
    return {"answer",
            {{"table", answer.table},
             {"offer", answer.offer},
             {"kind", word_for(offer_kind_words, answer.kind)},
             {"accept", answer.accept}}};
}

Named named(const WithdrawOffer& withdraw) {
    return {"withdraw",
            {{"table", withdraw.table},
             {"offer", withdraw.offer},
             {"kind", word_for(offer_kind_words, withdraw.kind)}}};
}

Named named(const Abort& abort) {
    return {"abort", {{"table", abort.table}}};
}

Named named(const Claim& claim) {
    return {"claim",
            {{"table", claim.table}, {"outcome", word_for(claim_outcome_words, claim.outcome)}}};
}

Named named(const Resign& resign) {
    return {"resign", {{"table", resign.table}}};
}

Named named(const Rematch& rematch) {
    return {"rematch", {{"table", rematch.table}}};
}

Named named(const Undo& undo) {
    return {"undo", {{"table", undo.table}, {"turn", undo.turn}}};
}

Named named(const Hint& hint) {
    return {"hint", {{"table", hint.table}, {"turn", hint.turn}}};
}

Named named(const Pair& pair) {
    Named out{
        "pair",
        {{"key", pair.key}, {"secret", pair.secret}, {"options", protocol::to_json(pair.options)}}};
    if (pair.clock) out.fields["clock"] = protocol::to_json(*pair.clock);
    return out;
}

Named named(const Unpair&) {
    return {"unpair"};
}

Named named(const Lobby& lobby) {
    return {"lobby", {{"follow", lobby.follow}}};
}

Named named(const Games& games) {
    Named out{"games"};
    if (games.player) out.fields["player"] = *games.player;
    if (games.result) out.fields["result"] = word_for(games_result_words, *games.result);
    if (games.from) out.fields["from"] = to_text(*games.from);
    if (games.to) out.fields["to"] = to_text(*games.to);
    if (games.before) out.fields["before"] = *games.before;
    out.fields["limit"] = games.limit;
    return out;
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
