#include "shared/protocol/json_in.hpp"
#include "shared/protocol/server_in.hpp"

namespace morris::protocol {

namespace {

EventBody read_joined(const Value& in) {
    return JoinedEvent{.color = read_color(in["color"]), .seat = read_seat(in["seat"])};
}

EventBody read_moved(const Value& in) {
    return MovedEvent{.color = read_color(in["color"]),
                      .move = read_move(in["move"]),
                      .depth = read_optional(in["depth"], read_small_integer)};
}

EventBody read_ended(const Value& in) {
    return EndedEvent{.offer = read_optional(in["offer"], read_integer)};
}

// Something said of an offer. Where that is of a kind newer than this program, so is the event.
template <class Body>
EventBody read_about_offer(const Value& in) {
    Body body{.color = read_color(in["color"]), .offer = read_integer(in["offer"]), .what = {}};
    const auto what = read_offer_kind_shown(in["what"]);
    if (!what) return OtherEvent{.kind = *in["kind"].text() + ' ' + read_text(in["what"])};
    body.what = *what;
    return body;
}

EventBody read_taken_back(const Value& in) {
    return TakenBackEvent{.color = read_color(in["color"]),
                          .plies = read_count(in["plies"]),
                          .offer = read_optional(in["offer"], read_integer),
                          .undo = read_optional(in["undo"], read_boolean).value_or(false)};
}

EventBody read_rematched(const Value& in) {
    return RematchedEvent{.next = read_id(in["next"])};
}

// An event that says no more than whose it is.
template <class Body>
EventBody read_color_only(const Value& in) {
    return Body{.color = read_color(in["color"])};
}

template <class Body>
EventBody read_nothing(const Value&) {
    return Body{};
}

using EventReader = EventBody (*)(const Value&);

constexpr Words<EventReader, 13> event_readers{
    {{read_joined, "joined"},
     {read_moved, "moved"},
     {read_ended, "ended"},
     {read_about_offer<OfferedEvent>, "offered"},
     {read_about_offer<WithdrawnEvent>, "withdrawn"},
     {read_about_offer<DeclinedEvent>, "declined"},
     {read_taken_back, "taken_back"},
     {read_nothing<ClockEvent>, "clock"},
     {read_color_only<AbsentEvent>, "absent"},
     {read_color_only<ReturnedEvent>, "returned"},
     {read_color_only<HintedEvent>, "hinted"},
     {read_color_only<RematchOfferedEvent>, "rematch_offered"},
     {read_rematched, "rematched"}}};

EventBody read_event_body(const Value& in) {
    const std::string kind = read_text(in["kind"]);
    const auto read = value_of(event_readers, kind);
    if (read) return (*read)(in);
    return OtherEvent{.kind = kind};
}

}  // namespace

ServerMessage read_event(const Value& in) {
    return Event{.table = read_id(in["table"]),
                 .seq = read_integer(in["seq"]),
                 .at = read_instant(in["at"]),
                 .turn = read_integer(in["turn"]),
                 .to_move = read_color_or_null(in["to_move"]),
                 .body = read_event_body(in),
                 .result = read_optional(in["result"], read_result),
                 .clock = read_optional(in["clock"], read_clock),
                 .legal = read_optional(in["legal"], read_moves)};
}

}  // namespace morris::protocol
