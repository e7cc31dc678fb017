"""What can be asked of a table after the hello, and why it is not done."""

from collections.abc import Callable
from functools import partial
from typing import assert_never

from pictomania import rules
from pictomania.rules import Misfit, Refusal, SeatAction, may_talk, why_not
from pictomania.table import calls, facts
from pictomania.table.arrivals import TICKET_MS, get_up, issue_ticket, names_in_use, sit
from pictomania.table.codes import new_game_id
from pictomania.table.dealer import why_not_begin
from pictomania.table.names import LONGEST_LINE, LONGEST_NAME, cleaned, is_taken
from pictomania.table.seat import Member
from pictomania.table.seen import may_dismiss, may_stand_in, why_no_bot
from pictomania.table.sitting import Mail, Sitting
from pictomania.wire import from_client as said
from pictomania.wire.bots import Skill
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import Line, Reacted, Refused, Said, TicketIssued

WhyNot = Reason | Refusal | Misfit | None


def hear(sitting: Sitting, member: Member, message: said.Wish | said.Played, now: int) -> None:
    """Do what somebody asks, or tell them alone why not; who was sent away meanwhile is not heard."""
    if member not in sitting.members:
        return
    if isinstance(message, said.Act):
        reason = _played(sitting, member, message, now)
    else:
        reason = _wished(sitting, member, message, now)
    if reason is not None:
        kind = str(type(message).__struct_config__.tag)
        sitting.mail.append(Mail((member,), Refused(kind, reason)))
    sitting.wind(now)


# What the rules know.


def _played(sitting: Sitting, member: Member, message: said.Played, now: int) -> WhyNot:
    table, seat = sitting.table, sitting.seat_of(member)
    if table.game is None:
        return Reason.NO_GAME
    if seat is None:
        return Reason.NOT_SEATED
    if message.stop != table.stop:
        return Reason.TOO_LATE
    action = _action(message)
    refusal = why_not(table.game, seat, action)
    if refusal is None:
        sitting.act(seat, action, now)
    return refusal


def _action(message: said.Played) -> SeatAction:  # noqa: C901, PLR0911 (flat)
    match message:
        case said.Guess():
            return rules.Guess(message.artist, message.number)
        case said.Finish():
            return rules.Finish(message.token)
        case said.Ready():
            return rules.Ready()
        case said.Start():
            return rules.Start()
        case said.Vote():
            return rules.Vote(message.yes)
        case said.ChooseLevel():
            return rules.ChooseLevel(message.level)
        case said.Replace():
            return rules.Replace(message.place)
        case said.Admit():
            return rules.Admit(message.fault)
        case said.Object():
            return rules.Object(message.fault)
        case said.Praise():
            return rules.Praise(message.round, message.artist)
        case _:
            assert_never(message)


# What only the table knows.


def _wished(sitting: Sitting, member: Member, wish: said.Wish, now: int) -> WhyNot:  # noqa: C901, PLR0911
    seat = sitting.seat_of(member)
    match wish:
        case said.Say():
            return _say(sitting, member, seat, wish, now)
        case said.React():
            return _react(sitting, member, seat, wish)
        case said.Rename() | said.Speak() if seat is None:
            return _watcher_changes(sitting, member, wish)
        case said.Sit():
            return sit(sitting, member, wish.seat, now) if seat is None else Reason.ALREADY_SEATED
        case said.AskWelcome():
            return None  # everybody who hosts a table knows how to welcome
        case _ if seat is None:
            return Reason.NOT_SEATED
        case said.Leave():
            get_up(sitting, seat, now, removed=False)
            return None
        case said.AskTicket():
            return _ticket(sitting, member, now)
        case said.Dismiss():
            return _dismiss(sitting, seat, wish.seat, now)
        case said.Rename() | said.Speak() | said.Wear() | said.GetReady():
            return _about_oneself(sitting, seat, wish, now)
        case said.Host():
            return _as_host(sitting, seat, wish, now)
        case _:
            assert_never(wish)


def _say(sitting: Sitting, member: Member, seat: int | None, wish: said.Say, now: int) -> WhyNot:
    text = cleaned(wish.text, LONGEST_LINE)
    if text is None:
        return Reason.TEXT_UNFIT
    quiet = sitting.table.game is not None and not may_talk(sitting.table.game)
    if quiet and seat is not None:
        return Reason.TALK_IS_SHUT
    name = member.name if seat is None else sitting.table.seats[seat].name
    sitting.note(facts.Spoken(now, name, seat, text, quiet))
    line = Said(Line(name, seat, text, quiet))
    sitting.mail.append(Mail(tuple(sitting.watchers if quiet else sitting.members), line))
    return None


def _react(sitting: Sitting, member: Member, seat: int | None, wish: said.React) -> WhyNot:
    if sitting.table.game is not None and not may_talk(sitting.table.game):
        return Reason.TALK_IS_SHUT
    name = member.name if seat is None else sitting.table.seats[seat].name
    sitting.mail.append(Mail(tuple(sitting.members), Reacted(name, seat, wish.reaction)))
    return None


def _watcher_changes(sitting: Sitting, member: Member, wish: said.Rename | said.Speak) -> WhyNot:
    """Change what nobody else sees or stores."""
    if isinstance(wish, said.Speak):
        member.language = wish.language
        sitting.is_changed = True
        return None
    name = cleaned(wish.name, LONGEST_NAME)
    if name is None:
        return Reason.NAME_UNFIT
    if is_taken(name, names_in_use(sitting, key=member.key)) and not is_taken(name, [member.name]):
        return Reason.NAME_TAKEN
    member.name = name
    return None


def _ticket(sitting: Sitting, member: Member, now: int) -> WhyNot:
    ticket = sitting.secret()
    issue_ticket(sitting, member, ticket, now)
    sitting.mail.append(Mail((member,), TicketIssued(ticket, TICKET_MS)))
    return None


def _dismiss(sitting: Sitting, seat: int, other: int, now: int) -> WhyNot:
    if other >= len(sitting.table.seats):
        return Reason.NO_SUCH_SEAT
    if other == seat:
        return Reason.THAT_IS_YOU
    if not may_dismiss(sitting, seat, other):
        return Reason.NOT_AWAY
    sitting.do(facts.Dismissed(now, seat, other))
    sitting.finish_dismissed(other, now)
    return None


def _about_oneself(
    sitting: Sitting, seat: int, wish: said.Rename | said.Speak | said.Wear | said.GetReady, now: int
) -> WhyNot:
    table = sitting.table
    others = [other for number, other in enumerate(table.seats) if number != seat]
    match wish:
        case said.Rename():
            return _rename(sitting, seat, wish, now)
        case said.Speak():
            sitting.do(facts.Spoke(now, seat, wish.language))
        case said.Wear():
            if table.game is not None:
                return Reason.GAME_IS_ON
            if wish.colour in (other.colour for other in others):
                return Reason.COLOUR_TAKEN
            sitting.do(facts.Wore(now, seat, wish.colour))
        case said.GetReady():
            if table.game is not None:
                return Reason.GAME_IS_ON
            sitting.do(facts.GotReady(now, seat, wish.yes))
        case _:
            assert_never(wish)
    return None


def _rename(sitting: Sitting, seat: int, wish: said.Rename, now: int) -> WhyNot:
    table = sitting.table
    name = cleaned(wish.name, LONGEST_NAME)
    if name is None:
        return Reason.NAME_UNFIT
    if table.game is not None and not may_talk(table.game):
        return Reason.TALK_IS_SHUT  # everybody reads names
    if is_taken(name, names_in_use(sitting, seat=seat)):
        return Reason.NAME_TAKEN
    sitting.do(facts.Renamed(now, seat, name))
    return None


# What the host may do.


def _as_host(  # noqa: PLR0911 (flat)
    sitting: Sitting, seat: int, wish: said.HostWish, now: int
) -> WhyNot:
    if seat != sitting.table.host:
        return Reason.NOT_THE_HOST
    match wish:
        case said.Settle():
            return _settle(sitting, wish, now)
        case said.Begin():
            return _begin(sitting, now)
        case said.Again():
            return _again(sitting, now)
        case said.Remove():
            return _to(sitting, seat, wish.who, _remove, now)
        case said.HandOver():
            return _to(sitting, seat, wish.who, _hand_over, now)
        case said.AddBot():
            return _add_bot(sitting, wish.skill, now)
        case said.TuneBot():
            return _to(sitting, seat, wish.who, partial(_tune, wish.skill), now)
        case said.StandIn():
            return _to(sitting, seat, wish.who, partial(_stand_in, wish.skill), now)
        case _:
            assert_never(wish)


def _add_bot(sitting: Sitting, skill: Skill, now: int) -> WhyNot:
    reason = why_no_bot(sitting)
    if reason is None:
        calls.sit_down(sitting, skill, now)
    return reason


def _tune(skill: Skill, sitting: Sitting, seat: int, now: int) -> WhyNot:
    if sitting.table.seats[seat].skill is None:
        return Reason.NO_BOTS
    sitting.do(facts.Tuned(now, seat, skill))
    return None


def _stand_in(skill: Skill, sitting: Sitting, seat: int, now: int) -> WhyNot:
    if not sitting.table.settings.bots:
        return Reason.NO_BOTS
    if not may_stand_in(sitting, seat):
        return Reason.NOT_AWAY
    sitting.do(facts.Tuned(now, seat, skill))
    return None


def _to(
    sitting: Sitting, seat: int, name: str, do: Callable[[Sitting, int, int], WhyNot], now: int
) -> WhyNot:
    """Do something to somebody else who is called so."""
    called = [place for place, who in enumerate(sitting.table.seats) if who.name == name]
    if not called:
        return Reason.NO_SUCH_SEAT
    return Reason.THAT_IS_YOU if called == [seat] else do(sitting, called[0], now)


def _settle(sitting: Sitting, wish: said.Settle, now: int) -> WhyNot:
    if sitting.table.game is not None:
        return Reason.GAME_IS_ON
    if wish.settings.deck == "own" and sitting.table.own_box is None:
        return Reason.NO_OWN_DECK
    sitting.do(facts.Settled(now, wish.settings))
    of_the_house = [number for number, seat in enumerate(sitting.table.seats) if seat.bot and seat.skill]
    for seat in () if wish.settings.bots else reversed(of_the_house):
        get_up(sitting, seat, now, removed=True)
    return None


def _begin(sitting: Sitting, now: int) -> WhyNot:
    table = sitting.table
    if table.game is not None:
        return Reason.GAME_IS_ON
    box = table.chosen_box()
    reason = why_not_begin(table.settings, box, len(table.seats))
    if reason is not None or box is None:
        return reason
    sitting.do(facts.Begun(now, new_game_id(sitting.pick, now), box.fingerprint))
    sitting.chances(now)
    return None


def _again(sitting: Sitting, now: int) -> WhyNot:
    if not sitting.table.is_over:
        return Reason.GAME_IS_NOT_OVER
    sitting.do(facts.Returned(now, sitting.table.stop + 1, sitting.table.paper))
    return None


def _remove(sitting: Sitting, seat: int, now: int) -> WhyNot:
    if sitting.table.seats[seat].key is None and not sitting.table.seats[seat].has_stand_in:
        return Reason.NOT_PRESENT
    get_up(sitting, seat, now, removed=True)
    return None


def _hand_over(sitting: Sitting, seat: int, now: int) -> WhyNot:
    if seat not in sitting.present:
        return Reason.NOT_PRESENT
    sitting.do(facts.Hosted(now, seat))
    return None
