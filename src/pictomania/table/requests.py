"""Carry out what members ask of a table after their hello; whether they may is decided in `permissions`."""

from typing import assert_never

from pictomania.rules import may_talk
from pictomania.table import facts, house_bots
from pictomania.table.arrivals import sit_down, vacate
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
    | from_client.SkipPlayer
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
    reason = why_not_act(session, seat, request.stop, action)
    if reason is None:
        session.act(seat, action, now, checked=False)
    return reason


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
        case from_client.SkipPlayer():
            session.record(facts.SkipVoted(now, seat, request.seat))
            session.count_skip_votes(request.seat, now)
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
        case from_client.SetBotSkill() | from_client.StandIn():
            session.record(facts.BotSkillSet(now, seat, request.skill))
        case _:
            assert_never(request)


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
