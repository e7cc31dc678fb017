"""Coming to a table and going: the first time, again, from another device, or only to watch (D7)."""

from pictomania.rules import Colour, Finish, Phase, awaited
from pictomania.table import facts
from pictomania.table.codes import hashed, is_same
from pictomania.table.names import LONGEST_NAME, cleaned, told_apart
from pictomania.table.seat import Member
from pictomania.table.sitting import Mail, Sitting
from pictomania.table.table import MOST_SEATS
from pictomania.wire.from_client import Hello
from pictomania.wire.reasons import Close, Reason

MOST_WATCHERS = 30
TICKET_MS = 300_000  # a ticket to another device is good for so long
# Between rounds, when nothing is secret: somebody new may take an abandoned seat (D7).
BETWEEN = (Phase.CHOOSING, Phase.READING, Phase.SCORES)


def greet(sitting: Sitting, hello: Hello, now: int) -> Member | Reason:
    """Let somebody come: back to their seat, to a new one in the lobby, or to watch; or say why not."""
    name = cleaned(hello.name, LONGEST_NAME)
    if name is None:
        return Reason.NAME_UNFIT
    key = hashed(sitting.table.code, hello.key)
    if key in sitting.table.barred:
        return Reason.REMOVED_BY_HOST
    if hello.ticket is not None:
        _redeem(sitting, hello.ticket, key, now)
    member = Member(key, name, hello.language, hello.bot)
    seat = sitting.seat_of(member)
    is_owner = seat is not None and key == sitting.table.seats[seat].key  # and not a bot that plays there
    given_up = None
    if seat is not None and is_owner and hello.watch and sitting.table.seats[seat].left:
        # They have got up, and come only to watch: the seat is anybody's now, theirs too.
        sitting.do(facts.Removed(now, seat, sitting.table.host))
        given_up, seat = seat, None
    if seat is not None and is_owner:
        _sit_again(sitting, seat, key, now)
    elif seat is None and (reason := _newcomer(sitting, member, hello, now)) is not None:
        return reason
    if sitting.seat_of(member) is None:
        member.name = told_apart(name, names_in_use(sitting, key=key, seat=given_up))
    _come(sitting, member, now)
    return member


def _sit_again(sitting: Sitting, seat: int, key: str, now: int) -> None:
    """Somebody who got up and whose seat nobody took has come back, or whom others would not wait for."""
    owner = sitting.table.seats[seat]
    if owner.has_stand_in:
        stand_down(sitting, seat, now)
    if owner.left or owner.dismissed_by:
        sitting.do(facts.Sat(now, seat, owner.name, owner.colour, owner.language, key, owner.bot))


def stand_down(sitting: Sitting, seat: int, now: int) -> None:
    """Have a bot give a seat back."""
    key = sitting.table.seats[seat].bot_key
    sitting.do(facts.Tuned(now, seat, None))
    if key is not None:
        send_away(sitting, key, Close.LEFT)


def _redeem(sitting: Sitting, ticket: str, key: str, now: int) -> None:
    """Move the seat that a ticket stands for to this key; a ticket that is not good changes nothing."""
    old, until = sitting.tickets.pop(hashed(sitting.table.code, ticket), ("", 0))
    seat = sitting.table.seat_of(old)
    if seat is None or now > until or sitting.table.seat_of(key) is not None:
        return
    sitting.do(facts.Rekeyed(now, seat, key))
    send_away(sitting, old, Close.REPLACED)


def _newcomer(sitting: Sitting, member: Member, hello: Hello, now: int) -> Reason | None:
    """Give somebody a seat if they want one and it can be, otherwise let them watch."""
    if hello.bot and not sitting.table.settings.bots:
        return Reason.NO_BOTS
    reason = Reason.NO_SEAT_FREE if hello.watch else sit(sitting, member, None, now)
    if reason is None:
        return None
    if not sitting.table.settings.watchers:
        return Reason.NO_WATCHERS if hello.watch else reason
    others = [watcher for watcher in sitting.watchers if watcher.key != member.key]
    return Reason.TOO_MANY_WATCHERS if len(others) >= MOST_WATCHERS else None


def names_in_use(sitting: Sitting, *, key: str | None = None, seat: int | None = None) -> list[str]:
    """List the names of players and watchers, except for the watcher with this key and for this seat."""
    players = [who.name for number, who in enumerate(sitting.table.seats) if number != seat]
    return players + [watcher.name for watcher in sitting.watchers if watcher.key != key]


def _come(sitting: Sitting, member: Member, now: int) -> None:
    """The newest socket of a key wins."""
    send_away(sitting, member.key, Close.REPLACED)
    sitting.members.append(member)
    sitting.is_changed = True
    sitting.wind(now)


def send_away(sitting: Sitting, key: str | None, why: Close) -> None:
    """End the sockets of a key."""
    gone = sitting.with_key(key)
    if gone:
        sitting.members = [member for member in sitting.members if member not in gone]
        sitting.mail.append(Mail(gone, close=why))


def went(sitting: Sitting, member: Member, now: int) -> None:
    """Somebody's socket is gone; the seat stays."""
    if member in sitting.members:
        sitting.members.remove(member)
        sitting.is_changed = True
        sitting.wind(now)


def seats_to_take(sitting: Sitting) -> tuple[int, ...]:
    """List the seats that somebody new could take now (D7)."""
    table = sitting.table
    if table.settings.locked and table.seats:
        return ()
    if table.game is None:
        return (len(table.seats),) if len(table.seats) < MOST_SEATS else ()
    if table.game.phase not in BETWEEN:
        return ()
    return tuple(seat for seat in range(len(table.seats)) if sitting.is_free(seat))


def sit(sitting: Sitting, member: Member, seat: int | None, now: int) -> Reason | None:
    """Give somebody a seat, this one or any, or say why not."""
    table = sitting.table
    if member.bot and not table.settings.bots:
        return Reason.NO_BOTS
    if table.settings.locked and table.seats:
        return Reason.TABLE_LOCKED
    free = seats_to_take(sitting)
    if not free or (seat is not None and seat not in free):
        return Reason.NO_SEAT_FREE
    place = free[0] if seat is None else seat
    others = [other for number, other in enumerate(table.seats) if number != place]
    name = told_apart(member.name, names_in_use(sitting, key=member.key, seat=place))
    if place < len(table.seats) and table.seats[place].has_stand_in:
        stand_down(sitting, place, now)
    if place < len(table.seats):
        colour = table.seats[place].colour  # of a game that is on
    else:
        colour = next(colour for colour in Colour if all(colour != other.colour for other in others))
    sitting.do(facts.Sat(now, place, name, colour, member.language, member.key, member.bot))
    return None


def get_up(sitting: Sitting, seat: int, now: int, *, removed: bool) -> None:
    """Let somebody go, by themselves or sent away; the next one who is there becomes host if need be."""
    table = sitting.table
    owner = table.seats[seat]
    keys = (owner.key, owner.bot_key)
    barred = owner.key if removed and not owner.is_house_bot else None  # nobody has the key of a house bot
    if table.game is not None and table.game.phase is Phase.DRAWING and seat in awaited(table.game):
        sitting.act(seat, Finish(None), now)  # nobody should have to wait for them
    kind = facts.Removed if removed else facts.Left
    sitting.do(kind(now, seat, _host_without(sitting, seat)))
    if barred is not None:
        sitting.note(facts.Barred(now, barred))
    for key in keys:
        if key is not None:
            send_away(sitting, key, Close.REMOVED if removed else Close.LEFT)


def _host_without(sitting: Sitting, seat: int) -> int | None:
    """Who is the host once this seat is empty, by the numbers that seats have then."""
    table = sitting.table
    host = table.host
    if host == seat:
        others = [other for other in range(len(table.seats)) if other != seat]
        heir = sitting.heir(seat)
        host = heir if heir in others else next(iter(others), None)
    if host is None or table.game is not None:
        return host
    return host - 1 if host > seat else host


def issue_ticket(sitting: Sitting, member: Member, ticket: str, now: int) -> None:
    """Remember a ticket for somebody's seat; an older one of theirs is not good any more."""
    code = sitting.table.code
    sitting.tickets = {
        old: (key, until)
        for old, (key, until) in sitting.tickets.items()
        if until >= now and not is_same(key, member.key)
    }
    sitting.tickets[hashed(code, ticket)] = (member.key, now + TICKET_MS)
