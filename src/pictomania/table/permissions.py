"""What a member may ask of a table: the one place that decides, and the `may` that clients see.

Each condition is one function here. `why_not` calls it before a request is executed, and `may` calls it to
list what a client can do, so the two cannot disagree. What the rules allow is the referee's business
(`pictomania.rules.why_not`).
"""

from collections.abc import Callable
from typing import assert_never

from pictomania import rules
from pictomania.rules import Phase, Refusal, SeatAction, SettingsConflict, awaited, may_talk
from pictomania.table.dealer import why_not_begin
from pictomania.table.identity.display_names import MAX_LINE_LENGTH, MAX_NAME_LENGTH, clean_name, is_taken
from pictomania.table.seat import Member
from pictomania.table.session import Session
from pictomania.table.table import MAX_SEATS
from pictomania.wire import from_client
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import TableMay

WhyNot = Reason | Refusal | SettingsConflict | None

# Between rounds, when nothing is secret, a new player may take an abandoned seat (D7).
BETWEEN_ROUNDS = (Phase.CHOOSING, Phase.READING, Phase.SCORES)
MAX_DECK_NAME_LENGTH = MAX_NAME_LENGTH * 2


def why_not(session: Session, member: Member, request: from_client.AnyRequest) -> WhyNot:  # noqa: C901, PLR0911, PLR0912
    """Say why a member may not ask this now, or None if they may."""
    seat = session.seat_of(member)
    match request:
        case from_client.GameRequest():
            return why_not_act(session, seat, request.stop, request.to_action())
        case from_client.Chat():
            is_valid = clean_name(request.text, MAX_LINE_LENGTH) is not None
            return _chat(session, seat) if is_valid else Reason.TEXT_UNFIT
        case from_client.React():
            return _react(session)
        case from_client.TakeSeat():
            return why_not_sit(session, member, request.seat) if seat is None else Reason.ALREADY_SEATED
        case from_client.Rename():
            return _rename(session, member, seat, request.name)
        case from_client.Resync() | from_client.SetLanguage():
            return None
        case _ if seat is None:
            return Reason.NOT_SEATED
        case from_client.Leave() | from_client.RequestTicket():
            return None
        case from_client.SetColour():
            return _set_colour(session, seat, request)
        case from_client.SetReady():
            return None if session.table.game is None else Reason.GAME_IS_ON
        case from_client.SkipPlayer():
            return _skip_player(session, seat, request.seat)
        case from_client.HostRequest():
            return _host_request(session, seat, request)
        case _:
            assert_never(request)


def why_not_act(session: Session, seat: int | None, stop: int, action: SeatAction) -> WhyNot:
    """Say why a seat may not take an action that was meant for this stop, or None if it may."""
    table = session.table
    if table.game is None:
        return Reason.NO_GAME
    if seat is None:
        return Reason.NOT_SEATED
    if stop != table.stop:
        return Reason.TOO_LATE
    return rules.why_not(table.game, seat, action)


# Seats.


def free_seats(session: Session) -> tuple[int, ...]:
    """List the seats that a new player could take now (D7)."""
    table = session.table
    if table.settings.locked and table.seats:
        return ()
    if table.game is None:
        return (len(table.seats),) if len(table.seats) < MAX_SEATS else ()
    if table.game.phase not in BETWEEN_ROUNDS:
        return ()
    return tuple(seat for seat in range(len(table.seats)) if session.is_free(seat))


def why_not_sit(session: Session, member: Member, seat: int | None) -> Reason | None:
    """Say why a newcomer may not take this seat, or any (None)."""
    table = session.table
    if member.bot and not table.settings.bots:
        return Reason.NO_BOTS
    if table.settings.locked and table.seats:
        return Reason.TABLE_LOCKED
    free = free_seats(session)
    return Reason.NO_SEAT_FREE if not free or (seat is not None and seat not in free) else None


def names_in_use(session: Session, *, key: str | None = None, seat: int | None = None) -> list[str]:
    """List the names of players and watchers, except for the watcher with this key and for this seat."""
    players = [who.name for number, who in enumerate(session.table.seats) if number != seat]
    return players + [watcher.name for watcher in session.watchers if watcher.key != key]


def seat_named(session: Session, name: str) -> int | None:
    """Find the seat of the player with this name."""
    named = (number for number, seat in enumerate(session.table.seats) if seat.name == name)
    return next(named, None)


# Chat and names.


def _may_talk(session: Session) -> bool:
    return session.table.game is None or may_talk(session.table.game)


def _chat(session: Session, seat: int | None) -> Reason | None:
    return (
        None if seat is None else _react(session)
    )  # watchers may always chat; while players draw, only with each other


def _react(session: Session) -> Reason | None:
    return None if _may_talk(session) else Reason.TALK_IS_SHUT


def _rename(session: Session, member: Member, seat: int | None, wanted: str) -> Reason | None:
    name = clean_name(wanted, MAX_NAME_LENGTH)
    if name is None:
        return Reason.NAME_UNFIT
    if seat is None:
        is_theirs = is_taken(name, [member.name])
        is_others = is_taken(name, names_in_use(session, key=member.key))
        return Reason.NAME_TAKEN if is_others and not is_theirs else None
    if not _may_talk(session):
        return Reason.TALK_IS_SHUT  # a name is readable by everyone
    return Reason.NAME_TAKEN if is_taken(name, names_in_use(session, seat=seat)) else None


# Players.


def _set_colour(session: Session, seat: int, request: from_client.SetColour) -> Reason | None:
    if session.table.game is not None:
        return Reason.GAME_IS_ON
    others = (other.colour for number, other in enumerate(session.table.seats) if number != seat)
    return Reason.COLOUR_TAKEN if request.colour in others else None


def _skip_player(session: Session, seat: int, other: int) -> Reason | None:
    """Say why one player may not vote to go on without another (D5)."""
    table = session.table
    if other >= len(table.seats):
        return Reason.NO_SUCH_SEAT
    if other == seat:
        return Reason.THAT_IS_YOU
    is_holding_up = (
        table.game is not None
        and table.game.phase is Phase.DRAWING
        and other in awaited(table.game)
        and session.is_away(other)
        and seat not in table.seats[other].skip_votes
    )
    return None if is_holding_up else Reason.NOT_AWAY


# The host.


def _host_request(session: Session, seat: int, request: from_client.AnyHostRequest) -> WhyNot:
    if seat != session.table.host:
        return Reason.NOT_THE_HOST
    match request:
        case from_client.ChangeSettings():
            return _change_settings(session, request.settings)
        case from_client.Begin():
            return _begin(session)
        case from_client.ReturnToLobby():
            return _return_to_lobby(session)
        case from_client.AddBot():
            return _add_bot(session)
        case (
            from_client.Remove()
            | from_client.TransferHost()
            | from_client.SetBotSkill()
            | from_client.StandIn()
        ):
            return _player_request(session, seat, request)
        case _:
            assert_never(request)


def _change_settings(session: Session, settings: Settings) -> Reason | None:
    if session.table.game is not None:
        return Reason.GAME_IS_ON
    return Reason.NO_OWN_DECK if settings.deck == "own" and session.table.own_box is None else None


def _begin(session: Session) -> WhyNot:
    table = session.table
    if table.game is not None:
        return Reason.GAME_IS_ON
    return why_not_begin(table.settings, table.chosen_box(), len(table.seats))


def _return_to_lobby(session: Session) -> Reason | None:
    return None if session.table.is_over else Reason.GAME_IS_NOT_OVER


def _add_bot(session: Session) -> Reason | None:
    table = session.table
    if table.game is not None:
        return Reason.GAME_IS_ON
    if not table.settings.bots:
        return Reason.NO_BOTS
    return Reason.NO_SEAT_FREE if len(table.seats) >= MAX_SEATS else None


def _player_request(
    session: Session,
    host: int,
    request: from_client.Remove | from_client.TransferHost | from_client.SetBotSkill | from_client.StandIn,
) -> Reason | None:
    seat = seat_named(session, request.who)
    if seat is None:
        return Reason.NO_SUCH_SEAT
    if seat == host:
        return Reason.THAT_IS_YOU
    match request:
        case from_client.Remove():
            return _remove(session, seat)
        case from_client.TransferHost():
            return _transfer_host(session, seat)
        case from_client.SetBotSkill():
            return _set_bot_skill(session, seat)
        case from_client.StandIn():
            return _stand_in(session, seat)
        case _:
            assert_never(request)


def _remove(session: Session, seat: int) -> Reason | None:
    owner = session.table.seats[seat]
    return Reason.NOT_PRESENT if owner.key is None and not owner.has_stand_in else None


def _transfer_host(session: Session, seat: int) -> Reason | None:
    return None if session.is_present(seat) else Reason.NOT_PRESENT


def _set_bot_skill(session: Session, seat: int) -> Reason | None:
    return Reason.NO_BOTS if session.table.seats[seat].skill is None else None


def _stand_in(session: Session, seat: int) -> Reason | None:
    """Say why no house bot may play for this seat's owner, who must be away and not a program (D5)."""
    table, owner = session.table, session.table.seats[seat]
    if not table.settings.bots:
        return Reason.NO_BOTS
    if table.game is None or table.is_over or owner.is_automated or session.is_present(seat):
        return Reason.NOT_AWAY
    return None if owner.left or session.is_away(seat) else Reason.NOT_AWAY


# Deck uploads, which come by HTTP.


def why_not_upload(session: Session, key: str, name: str) -> Reason | None:
    """Say why the owner of this key (by its hash) may not upload a deck of this name."""
    table = session.table
    seat = table.seat_of(key)
    if seat is None:
        return Reason.NOT_SEATED
    if seat != table.host:
        return Reason.NOT_THE_HOST
    if table.game is not None:
        return Reason.GAME_IS_ON
    return Reason.NAME_UNFIT if clean_name(name, MAX_DECK_NAME_LENGTH) is None else None


# What clients see of it.


def may(session: Session, member: Member) -> TableMay:
    """List what a member may ask of the table now."""
    seat = session.seat_of(member)
    if seat is None:
        free = tuple(free for free in free_seats(session) if why_not_sit(session, member, free) is None)
        return TableMay(take_seat=free, chat=_chat(session, None) is None, react=_react(session) is None)
    others = [other for other in range(len(session.table.seats)) if other != seat]
    skip = tuple(other for other in others if _skip_player(session, seat, other) is None)
    chat, react = _chat(session, seat) is None, _react(session) is None
    if seat != session.table.host:
        return TableMay(skip_player=skip, chat=chat, react=react)

    def seats_where(reason: Callable[[Session, int], Reason | None]) -> tuple[int, ...]:
        return tuple(other for other in others if reason(session, other) is None)

    begin_not = _begin(session)
    return TableMay(
        change_settings=_change_settings(session, session.table.settings) is None,
        begin=begin_not is None,
        begin_not=None if begin_not is Reason.GAME_IS_ON else begin_not,
        return_to_lobby=_return_to_lobby(session) is None,
        remove=seats_where(_remove),
        transfer_host=seats_where(_transfer_host),
        add_bot=_add_bot(session) is None,
        set_bot_skill=seats_where(_set_bot_skill),
        stand_in=seats_where(_stand_in),
        skip_player=skip,
        chat=chat,
        react=react,
    )
