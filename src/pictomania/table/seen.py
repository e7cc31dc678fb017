"""What each one who is there may see of a table: the one place where a table becomes messages.

What is secret about a game gets out only through the view of the rules.
"""

from pictomania.ink import written
from pictomania.rules import Phase, View, awaited, may_talk, seen_by
from pictomania.table.arrivals import seats_to_take
from pictomania.table.dealer import Box, why_not_begin
from pictomania.table.seat import Member
from pictomania.table.sitting import Sitting
from pictomania.table.table import MOST_SEATS
from pictomania.wire.frames import SHEETS, ink_to_client
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import VERSION, Clock, ClockKind, SeatSeen, State, TableMay, Welcome
from pictomania.words import Language


def welcome(sitting: Sitting, member: Member, now: int) -> Welcome:
    """Everything that somebody may see; the sheets are said in bytes, by `sheets`."""
    seat = sitting.seat_of(member)
    chat = tuple(line for line in sitting.table.chat if seat is None or not line.watchers_only)
    return Welcome(VERSION, state(sitting, member, now), chat)


def sheets(sitting: Sitting) -> bytes:
    """All sheets from their beginning; the same for everybody (R12)."""
    whole = ((seat, written(sheet)) for seat, sheet in enumerate(sitting.table.sheets))
    return ink_to_client(SHEETS, sitting.table.paper, whole)


def state(sitting: Sitting, member: Member, now: int) -> State:
    """Everything about the table as somebody may see it."""
    table = sitting.table
    seat = sitting.seat_of(member)
    language = member.language if seat is None else table.seats[seat].language
    view = None if table.game is None else seen_by(table.game, seat)
    clock = sitting.clock(now)
    return State(
        seat=seat,
        host=table.host,
        seats=seats_seen(sitting),
        watchers=len(sitting.watchers),
        settings=table.settings,
        deck=table.own_deck,
        stop=table.stop,
        paper=table.paper,
        may=_may(sitting, member, seat),
        clock=None if clock is None else Clock(ClockKind(clock[0]), clock[1]),
        game=table.game_id if table.is_open else None,
        artists=tuple(table.artists.values()) if table.is_open else (),
        view=view,
        words={} if view is None or table.box is None else _words(view, table.box, language),
    )


def seats_seen(sitting: Sitting) -> tuple[SeatSeen, ...]:
    """What is open about those who have a seat."""
    present, free = sitting.present, seats_to_take(sitting)
    return tuple(
        SeatSeen(
            name=who.name,
            colour=who.colour,
            language=who.language,
            bot=who.bot,
            skill=who.skill,
            present=seat in present,
            free=seat in free,
            ready=who.ready,
            dismissed_by=tuple(sorted(who.dismissed_by)),
        )
        for seat, who in enumerate(sitting.table.seats)
    )


def _may(sitting: Sitting, member: Member, seat: int | None) -> TableMay:
    table = sitting.table
    game = table.game
    talk = game is None or may_talk(game)
    if seat is None:
        return TableMay(sit=_seats_for(sitting, member), talk=True, react=talk)
    is_host = seat == table.host
    others = tuple(other for other in range(len(table.seats)) if other != seat)
    begin_not = None
    if is_host and game is None:
        begin_not = why_not_begin(table.settings, table.chosen_box(), len(table.seats))
    return TableMay(
        settle=is_host and game is None,
        begin=is_host and game is None and begin_not is None,
        begin_not=begin_not,
        again=is_host and table.is_over,
        remove=tuple(other for other in others if is_host and table.seats[other].key is not None),
        hand_over=tuple(other for other in others if is_host and other in sitting.present),
        add_bot=is_host and why_no_bot(sitting) is None,
        tune=tuple(other for other in others if is_host and table.seats[other].skill is not None),
        stand_in=tuple(other for other in others if is_host and may_stand_in(sitting, other)),
        dismiss=tuple(other for other in others if may_dismiss(sitting, seat, other)),
        talk=talk,
        react=talk,
    )


def _seats_for(sitting: Sitting, member: Member) -> tuple[int, ...]:
    return () if member.bot and not sitting.table.settings.bots else seats_to_take(sitting)


def why_no_bot(sitting: Sitting) -> Reason | None:
    """Why no bot of the house can sit down now, or None."""
    if sitting.table.game is not None:
        return Reason.GAME_IS_ON
    if not sitting.table.settings.bots:
        return Reason.NO_BOTS
    return Reason.NO_SEAT_FREE if len(sitting.table.seats) >= MOST_SEATS else None


def may_stand_in(sitting: Sitting, seat: int) -> bool:
    """May a bot of the house play for this seat's owner, somebody who is away and no program (D5)?"""
    table = sitting.table
    owner = table.seats[seat]
    if table.game is None or table.is_over or not table.settings.bots or owner.plays_itself:
        return False
    return seat not in sitting.present and (owner.left or sitting.is_away(seat))


def may_dismiss(sitting: Sitting, seat: int, other: int) -> bool:
    """May one player vote to go on without another (D5)?"""
    game = sitting.table.game
    return (
        game is not None
        and game.phase is Phase.DRAWING
        and other in awaited(game)
        and sitting.is_away(other)
        and seat not in sitting.table.seats[other].dismissed_by
    )


def _words(view: View, box: Box, language: Language) -> dict[str, tuple[str, ...]]:
    """The words of every face to be seen, in one language."""
    faces = [face for face in view.holder if face is not None]
    faces += [face for past in view.past for face in past.holder if face is not None]
    return {f"{face.card}/{face.side}": box.words.words(face, language) for face in faces}
