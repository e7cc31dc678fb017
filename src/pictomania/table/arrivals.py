"""Joining and leaving a table: for the first time, again, from another device, or only to watch (D7)."""

from pictomania.rules import AddSeat, Colour, seats
from pictomania.table import facts
from pictomania.table.identity.codes import hash_key
from pictomania.table.identity.display_names import MAX_NAME_LENGTH, clean_name, make_unique
from pictomania.table.permissions import free_seats, names_in_use, why_not_sit
from pictomania.table.seat import Member
from pictomania.table.session import Session
from pictomania.wire.from_client import Hello
from pictomania.wire.reasons import Close, Reason

MAX_WATCHERS = 30


def join(session: Session, hello: Hello, now: int) -> Member | Reason:
    """Let a client in: back to their seat, to a new one in the lobby, or to watch; or say why not."""
    name = clean_name(hello.name, MAX_NAME_LENGTH)
    if name is None:
        return Reason.NAME_UNFIT
    key = hash_key(session.table.code, hello.key)
    if key in session.table.banned:
        return Reason.REMOVED_BY_HOST
    if hello.ticket is not None:
        _redeem_ticket(session, hello.ticket, key, now)
    member = Member(key, name, hello.language, hello.bot)
    seat = session.seat_of(member)
    is_owner = seat is not None and key == session.table.seats[seat].key  # and not its stand-in
    given_up = None
    if seat is not None and is_owner and hello.watch and session.table.seats[seat].left:
        # They left, and come back only to watch: the seat is free now, also for them.
        session.record(facts.PlayerRemoved(now, seat, session.table.host))
        given_up, seat = seat, None
    if seat is not None and is_owner:
        _reseat(session, seat, key, now)
    elif seat is None and (reason := _admit(session, member, hello, now)) is not None:
        return reason
    if session.seat_of(member) is None:
        member.name = make_unique(name, names_in_use(session, key=key, seat=given_up))
    session.join(member, now)
    return member


def needs_no_fact(session: Session, hello: Hello) -> bool:
    """Whether a client surely comes back to a seat as it left it, or only watches."""
    table = session.table
    if hello.ticket is not None:
        return False
    seat = table.seat_of(hash_key(table.code, hello.key))
    if seat is None:
        return hello.watch
    owner = table.seats[seat]
    is_out = table.game is not None and seat in table.game.out
    return not (owner.left or owner.has_stand_in or is_out)


def _reseat(session: Session, seat: int, key: str, now: int) -> None:
    """Re-seat an owner who left or was away, and end their stand-in."""
    owner = session.table.seats[seat]
    come_back(session, seat, now)
    if owner.left:
        session.record(facts.SeatTaken(now, seat, owner.name, owner.colour, owner.language, key, owner.bot))


def come_back(session: Session, seat: int, now: int) -> None:
    """Let a player play again who sat out, or for whom a bot played (D10)."""
    if session.table.seats[seat].has_stand_in:
        end_stand_in(session, seat, now)
    session.regain_seat(seat, now)


def end_stand_in(session: Session, seat: int, now: int) -> None:
    """Send a seat's house bot away."""
    key = session.table.seats[seat].bot_key
    session.record(facts.BotSkillSet(now, seat, None))
    if key is not None:
        session.disconnect(key, Close.LEFT)


def _redeem_ticket(session: Session, ticket: str, key: str, now: int) -> None:
    """Move the ticket's seat to this key; an invalid ticket changes nothing."""
    old = session.redeem_ticket(ticket, now)
    seat = None if old is None else session.table.seat_of(old)
    if seat is None or session.table.seat_of(key) is not None:
        return
    session.record(facts.SeatMoved(now, seat, key))
    session.disconnect(old, Close.REPLACED)


def _admit(session: Session, member: Member, hello: Hello, now: int) -> Reason | None:
    """Seat a newcomer if they want a seat and one is free, otherwise let them watch."""
    if hello.bot and not session.table.settings.bots:
        return Reason.NO_BOTS
    reason = Reason.NO_SEAT_FREE if hello.watch else why_not_sit(session, member, None)
    if reason is None:
        sit_down(session, member, None, now)
        return None
    if not session.table.settings.watchers:
        return Reason.NO_WATCHERS if hello.watch else reason
    others = [watcher for watcher in session.watchers if watcher.key != member.key]
    return Reason.TOO_MANY_WATCHERS if len(others) >= MAX_WATCHERS else None


def sit_down(session: Session, member: Member, seat: int | None, now: int) -> None:
    """Give a newcomer this seat, or the first free one; ask `why_not_sit` first."""
    table = session.table
    place = free_seats(session)[0] if seat is None else seat
    name = make_unique(member.name, names_in_use(session, key=member.key, seat=place))
    if place < len(table.seats):
        if table.seats[place].has_stand_in:
            end_stand_in(session, place, now)
        colour = table.seats[place].colour  # it belongs to the game that is on
    else:
        taken = {other.colour for other in table.seats}
        colour = next(colour for colour in Colour if colour not in taken)
    session.record(facts.SeatTaken(now, place, name, colour, member.language, member.key, member.bot))
    if table.game is not None and place not in seats(table.game):
        session.act(None, AddSeat(colour), now)  # a latecomer (D11)
    session.regain_seat(place, now)


def vacate(session: Session, seat: int, now: int, *, removed: bool) -> None:
    """Take a player who leaves or is removed from their seat; the host's role passes on if need be."""
    table = session.table
    owner = table.seats[seat]
    keys, was_automated = (owner.key, owner.bot_key), owner.is_automated
    banned = owner.key if removed and not owner.is_house_bot else None  # a house bot's own key is unused
    kind = facts.PlayerRemoved if removed else facts.SeatLeft
    session.record(kind(now, seat, _host_without(session, seat)))
    if banned is not None:
        session.record_quietly(facts.PlayerBanned(now, banned))
    for key in keys:
        if key is not None:
            session.disconnect(key, Close.REMOVED if removed else Close.LEFT)
    session.lose_seat(seat, now, may_fill_up=not was_automated)  # so that the others need not wait


def _host_without(session: Session, seat: int) -> int | None:
    """Return the host once this seat is vacated, by the seat numbers of that time."""
    table = session.table
    host = table.host
    if host == seat:
        others = [other for other in range(len(table.seats)) if other != seat]
        heir = session.next_host(seat)
        host = heir if heir in others else next(iter(others), None)
    if host is None or table.game is not None:
        return host
    return host - 1 if host > seat else host
