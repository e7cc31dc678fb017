"""What a member may ask of a table: the one place that decides, and the `may` that clients see.

Each condition is one function here. `why_not` calls it before a request is executed, and `may` calls it to
list what a client can do, so the two cannot disagree. What the rules allow is the referee's business
(`pictomania.rules.why_not`).
"""

from collections.abc import Callable
from typing import assert_never

import msgspec

from pictomania import rules
from pictomania.rules import TABLE, Colour, Phase, Refusal, SeatAction, SettingsConflict, may_talk
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
            return why_not_act(session, member, request.stop, request.to_action())
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
        case from_client.SitOut():
            return _sit_out_request(session, seat, request.who)
        case from_client.ComeBack():
            return _come_back(session, member, seat)
        case from_client.AskForPause():
            return _ask_for_pause(session, seat)
        case from_client.HoldOn():
            return _hold_on(session, seat) if request.yes else _let_go_on(session, seat)
        case from_client.Pause() if not request.yes:
            return _resume(session, seat)
        case from_client.HostRequest():
            return _host_request(session, seat, request)
        case _:
            assert_never(request)


def why_not_act(session: Session, member: Member, stop: int, action: SeatAction) -> WhyNot:
    """Say why a member may not take an action that was meant for this stop, or None if they may."""
    table, seat = session.table, session.seat_of(member)
    if table.game is None:
        return Reason.NO_GAME
    if seat is None:
        return Reason.NOT_SEATED
    if session.is_standing_by(member):
        return Reason.BOT_PLAYS
    if table.paused_by is not None:
        return Reason.PAUSED
    if stop != table.stop:
        return Reason.TOO_LATE
    return rules.why_not(table.game, seat, action)


# Seats.


def free_seats(session: Session) -> tuple[int, ...]:
    """List the seats that a new player could take now (D7, D11)."""
    table = session.table
    if table.settings.locked and table.seats:
        return ()
    if table.game is None:
        return (len(table.seats),) if len(table.seats) < MAX_SEATS else ()
    if table.game.phase not in BETWEEN_ROUNDS or table.game.round.motion is not None:
        return ()
    abandoned = tuple(seat for seat in range(len(table.seats)) if session.is_free(seat))
    colour = next((colour for colour in Colour if colour not in table.game.colours), None)
    is_new_free = (
        table.settings.latecomers
        and colour is not None
        and rules.why_not(table.game, TABLE, rules.AddSeat(colour)) is None
    )
    return (*abandoned, len(table.seats)) if is_new_free else abandoned


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
    others = [who for number, who in enumerate(session.table.seats) if number != seat]
    players = [name for who in others for name in (who.name, who.next_name) if name is not None]
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
    return Reason.NAME_TAKEN if is_taken(name, names_in_use(session, seat=seat)) else None


# Players.


def _set_colour(session: Session, seat: int, request: from_client.SetColour) -> Reason | None:
    if session.table.game is not None:
        return Reason.GAME_IS_ON
    others = (other.colour for number, other in enumerate(session.table.seats) if number != seat)
    return Reason.COLOUR_TAKEN if request.colour in others else None


def _game_is_on(session: Session) -> Reason | None:
    is_on = session.table.game is not None and not session.table.is_over
    return None if is_on else Reason.NO_GAME


def _sit_out_request(session: Session, seat: int, who: str | None) -> WhyNot:
    """Say why a seat may not sit out, or have another one sit out (D10)."""
    other = seat if who is None else seat_named(session, who)
    if other is None:
        return Reason.NO_SUCH_SEAT
    if seat not in (other, session.table.host):
        return Reason.NOT_THE_HOST
    return _sit_out(session, other)


def _sit_out(session: Session, seat: int) -> WhyNot:
    game = session.table.game
    if game is None:
        return Reason.NO_GAME
    return rules.why_not(game, TABLE, rules.SitOut(seat))


def _come_back(session: Session, member: Member, seat: int) -> WhyNot:
    game = session.table.game
    if game is None:
        return Reason.NO_GAME
    if session.is_standing_by(member):
        return None
    return rules.why_not(game, TABLE, rules.ComeBack(seat))


def _ask_for_pause(session: Session, seat: int) -> Reason | None:
    reason = _pause(session)
    if reason is None and seat == session.table.host:
        return Reason.THAT_IS_YOU
    return Reason.TOO_MUCH if reason is None and seat in session.pause_asked_by else reason


def _hold_on(session: Session, seat: int) -> Reason | None:
    """Say why a player may not stop the reveal for a moment."""
    if session.table.game is None:
        return Reason.NO_GAME
    if session.table.paused_by is not None:
        return Reason.PAUSED
    return None if session.time.may_hold(seat) else Reason.HELD_ALREADY


def _let_go_on(session: Session, seat: int) -> Reason | None:
    """The player who stopped the reveal, and the host, may let it go on."""
    holder = session.time.held_by
    return None if holder is not None and seat in (holder, session.table.host) else Reason.NOT_HELD


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
        case from_client.Pause():
            return _pause(session)
        case from_client.EndAfterRound():
            return _end_after_round(session) if request.yes else _play_all_rounds(session)
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


def _pause(session: Session) -> Reason | None:
    """Say why the game can't be paused (D12)."""
    return _game_is_on(session) or (None if session.table.paused_by is None else Reason.PAUSED)


def _resume(session: Session, seat: int) -> Reason | None:
    """Say why a player can't end a pause: only the host can, unless the host is idle (D9, D12)."""
    host = session.table.host
    if session.table.paused_by is None:
        return Reason.NOT_PAUSED
    return None if host is None or seat == host or session.time.is_idle(host) else Reason.NOT_THE_HOST


def _end_after_round(session: Session) -> WhyNot:
    """Say why the game can't end after this round (D12)."""
    game = session.table.game
    if game is None:
        return Reason.NO_GAME
    if game.rules.rounds == game.round.index:
        return Refusal.NO_SUCH_ROUND
    return rules.why_not(game, TABLE, rules.SetRounds(game.round.index))


def _play_all_rounds(session: Session) -> WhyNot:
    """Say why the game can't go on to its planned end (D12)."""
    game, planned = session.table.game, session.table.planned_rounds
    if game is None or planned is None:
        return Reason.NO_GAME
    if game.rules.rounds == planned:
        return Refusal.NO_SUCH_ROUND
    return rules.why_not(game, TABLE, rules.SetRounds(planned))


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
    """Say why no house bot may play for this seat's owner, who must not be a program (D5, D9)."""
    if not session.table.settings.bots or session.table.seats[seat].is_automated:
        return Reason.NO_BOTS
    return _game_is_on(session)


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
    everyone = range(len(session.table.seats))
    own = TableMay(
        sit_out=(seat,) if _sit_out(session, seat) is None else (),
        come_back=_come_back(session, member, seat) is None,
        resume=_resume(session, seat) is None,
        ask_for_pause=_ask_for_pause(session, seat) is None,
        hold_on=_hold_on(session, seat) is None,
        let_go_on=_let_go_on(session, seat) is None,
        chat=_chat(session, seat) is None,
        react=_react(session) is None,
    )
    if seat != session.table.host:
        return own

    def seats_where(reason: Callable[[Session, int], WhyNot]) -> tuple[int, ...]:
        return tuple(other for other in everyone if other != seat and reason(session, other) is None)

    begin_not = _begin(session)
    return msgspec.structs.replace(
        own,
        change_settings=_change_settings(session, session.table.settings) is None,
        begin=begin_not is None,
        begin_not=None if begin_not is Reason.GAME_IS_ON else begin_not,
        return_to_lobby=_return_to_lobby(session) is None,
        remove=seats_where(_remove),
        transfer_host=seats_where(_transfer_host),
        add_bot=_add_bot(session) is None,
        set_bot_skill=seats_where(_set_bot_skill),
        stand_in=seats_where(_stand_in),
        sit_out=tuple(sorted((*own.sit_out, *seats_where(_sit_out)))),
        pause=_pause(session) is None,
        end_after_round=_end_after_round(session) is None,
        play_all_rounds=_play_all_rounds(session) is None,
    )
