"""Carry out what members ask of a table after their hello; whether they may is decided in `permissions`."""

from dataclasses import replace
from typing import assert_never

from pictomania.rules import (
    Object,
    Replace,
    SeatAction,
    SetRounds,
    SitOut,
    concerned_artist,
    may_talk,
)
from pictomania.table import facts, house_bots
from pictomania.table.arrivals import come_back, sit_down, vacate
from pictomania.table.identity.codes import new_game_id
from pictomania.table.identity.display_names import MAX_LINE_LENGTH, MAX_NAME_LENGTH, clean_name
from pictomania.table.permissions import WhyNot, seat_named, why_not, why_not_act
from pictomania.table.seat import Member
from pictomania.table.session import TICKET_MS, Session
from pictomania.wire import from_client
from pictomania.wire.to_client import ChatLine, ChatSaid, ReactionShown, RequestRefused, TicketIssued

SeatedRequest = (
    from_client.Leave
    | from_client.RequestTicket
    | from_client.SitOut
    | from_client.ComeBack
    | from_client.AskForPause
    | from_client.HoldOn
    | from_client.Rename
    | from_client.SetLanguage
    | from_client.SetColour
    | from_client.SetReady
    | from_client.AnyHostRequest
)


def handle(session: Session, member: Member, request: from_client.AnyRequest, now: int) -> None:
    """Do what a member asks, or tell them alone why not; requests of disconnected members are dropped."""
    if member not in session.members:
        return
    seat = session.seat_of(member)
    if seat is not None:
        session.time.note_act(seat)
    if isinstance(request, from_client.GameRequest):
        reason = _act(session, member, request, now)
    else:
        reason = why_not(session, member, request)
        if reason is None:
            _execute(session, member, request, now)
    if reason is not None:
        session.send((member,), RequestRefused(from_client.message_type(request), reason))
    session.update_deadlines(now)


def _act(session: Session, member: Member, request: from_client.AnyGameRequest, now: int) -> WhyNot:
    seat, action = session.seat_of(member), request.to_action()
    reason = why_not_act(session, member, request.stop, action)
    if reason is None:
        session.act(seat, _with_voters(session, seat, action), now, checked=False)
    return reason


def _with_voters(session: Session, seat: int | None, action: SeatAction) -> SeatAction:
    """Say who is asked: the players present, and only people about the drawing of a bot (D2, D3)."""
    game = session.table.game
    if game is None or not isinstance(action, Object | Replace):
        return action
    owners = session.table.seats
    artist = concerned_artist(game, action)
    by_people = artist is not None and owners[artist].is_automated
    asked = (
        other
        for other in game.round.playing
        if other == seat or (session.is_present(other) and not (by_people and owners[other].is_automated))
    )
    return replace(action, voters=tuple(asked))


def _execute(session: Session, member: Member, request: from_client.TableRequest, now: int) -> None:
    seat = session.seat_of(member)
    match request:
        case from_client.Chat():
            _chat(session, member, request, now)
        case from_client.React():
            name = _name(session, member)
            session.send(tuple(session.members), ReactionShown(name, seat, request.reaction))
        case from_client.TakeSeat():
            sit_down(session, member, request.seat, now)
        case from_client.Resync():
            pass  # the server welcomes members itself
        case from_client.Rename() | from_client.SetLanguage() if seat is None:
            _change_watcher(session, member, request)
        case _:
            assert seat is not None  # noqa: S101 (`why_not` asked for one)
            _execute_seated(session, member, seat, request, now)


def _execute_seated(session: Session, member: Member, seat: int, request: SeatedRequest, now: int) -> None:
    match request:
        case from_client.Leave():
            vacate(session, seat, now, removed=False)
        case from_client.RequestTicket():
            ticket = session.issue_ticket(member, now)
            session.send((member,), TicketIssued(ticket, TICKET_MS))
        case from_client.SitOut():
            other = seat if request.who is None else seat_named(session, request.who)
            session.act(None, SitOut(other if other is not None else seat), now)
        case from_client.ComeBack():
            come_back(session, seat, now)
        case from_client.AskForPause():
            session.ask_for_pause(seat)
        case from_client.HoldOn():
            _hold_on(session, seat, request)
        case (
            from_client.Rename()
            | from_client.SetLanguage()
            | from_client.SetColour()
            | from_client.SetReady()
        ):
            _change_seat(session, seat, request, now)
        case from_client.HostRequest():
            _host_request(session, request, now)
        case _:
            assert_never(request)


def _hold_on(session: Session, seat: int, request: from_client.HoldOn) -> None:
    if request.yes:
        session.time.hold(seat)
    else:
        session.time.release()
    session.mark_changed()


def _name(session: Session, member: Member) -> str:
    seat = session.seat_of(member)
    return member.name if seat is None else session.table.seats[seat].name


def _chat(session: Session, member: Member, request: from_client.Chat, now: int) -> None:
    seat, name, game = session.seat_of(member), _name(session, member), session.table.game
    text = clean_name(request.text, MAX_LINE_LENGTH) or ""
    watchers_only = game is not None and not may_talk(game)
    session.record_quietly(facts.ChatSent(now, name, seat, text, watchers_only))
    readers = session.watchers if watchers_only else session.members
    session.send(tuple(readers), ChatSaid(ChatLine(name, seat, text, watchers_only)))


def _change_watcher(
    session: Session, member: Member, request: from_client.Rename | from_client.SetLanguage
) -> None:
    if isinstance(request, from_client.SetLanguage):
        session.set_watcher_language(member, request.language)
    else:
        session.rename_watcher(member, clean_name(request.name, MAX_NAME_LENGTH) or "")


def _change_seat(
    session: Session,
    seat: int,
    request: from_client.Rename | from_client.SetLanguage | from_client.SetColour | from_client.SetReady,
    now: int,
) -> None:
    match request:
        case from_client.Rename():
            session.record(facts.NameChanged(now, seat, clean_name(request.name, MAX_NAME_LENGTH) or ""))
        case from_client.SetLanguage():
            session.record(facts.LanguageChanged(now, seat, request.language))
        case from_client.SetColour():
            session.record(facts.ColourChanged(now, seat, request.colour))
        case from_client.SetReady():
            session.record(facts.ReadinessChanged(now, seat, request.yes))
        case _:
            assert_never(request)


def _host_request(session: Session, request: from_client.AnyHostRequest, now: int) -> None:
    match request:
        case from_client.ChangeSettings():
            _change_settings(session, request, now)
        case from_client.Begin():
            _begin(session, now)
        case from_client.ReturnToLobby():
            session.record(facts.ReturnedToLobby(now, session.table.stop + 1, session.table.paper))
        case from_client.AddBot():
            house_bots.sit_down(session, request.skill, now)
        case from_client.Pause():
            _pause(session, request, now)
        case from_client.EndAfterRound():
            _end_after_round(session, request, now)
        case (
            from_client.Remove()
            | from_client.TransferHost()
            | from_client.SetBotSkill()
            | from_client.StandIn()
        ):
            _player_request(session, request, now)
        case _:
            assert_never(request)


def _player_request(
    session: Session,
    request: from_client.Remove | from_client.TransferHost | from_client.SetBotSkill | from_client.StandIn,
    now: int,
) -> None:
    seat = seat_named(session, request.who)
    assert seat is not None  # noqa: S101 (`why_not` found it)
    match request:
        case from_client.Remove():
            vacate(session, seat, now, removed=True)
        case from_client.TransferHost():
            session.record(facts.HostChanged(now, seat))
        case from_client.SetBotSkill():
            session.record(facts.BotSkillSet(now, seat, request.skill))
        case from_client.StandIn():
            session.record(facts.BotSkillSet(now, seat, request.skill))
            session.regain_seat(seat, now)
        case _:
            assert_never(request)


def _pause(session: Session, request: from_client.Pause, now: int) -> None:
    host = session.table.host
    session.forget_pause_requests()
    if request.yes and host is not None:
        session.record(facts.GamePaused(now, host))
    else:
        session.record(facts.GameResumed(now))


def _end_after_round(session: Session, request: from_client.EndAfterRound, now: int) -> None:
    game, planned = session.table.game, session.table.planned_rounds
    assert game is not None  # noqa: S101 (`why_not` asked for it)
    assert planned is not None  # noqa: S101
    session.act(None, SetRounds(game.round.index if request.yes else planned), now)


def _change_settings(session: Session, request: from_client.ChangeSettings, now: int) -> None:
    session.record(facts.SettingsChanged(now, request.settings))
    bots = [number for number, seat in enumerate(session.table.seats) if seat.is_house_bot]
    for seat in () if request.settings.bots else reversed(bots):
        vacate(session, seat, now, removed=True)


def _begin(session: Session, now: int) -> None:
    box = session.table.chosen_box()
    assert box is not None  # noqa: S101 (`why_not` asked for it)
    session.record(facts.GameBegun(now, new_game_id(session.pick, now), box.fingerprint))
    session.resolve_chance(now)
