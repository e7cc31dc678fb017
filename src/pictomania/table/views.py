"""The messages that show a table to each member: the only way from a table to the wire.

A game's secrets get out only through the view of the rules.
"""

from dataclasses import replace

from pictomania.ink import encode_sheet
from pictomania.rules import Game, May, View, view_for
from pictomania.table.dealer import Box
from pictomania.table.permissions import free_seats, may
from pictomania.table.seat import Member
from pictomania.table.session import Session
from pictomania.wire.frames import SHEETS, encode_ink_to_client
from pictomania.wire.to_client import (
    VERSION,
    Countdown,
    CountdownKind,
    SeatInfo,
    State,
    StorageStatus,
    Welcome,
)
from pictomania.words import Language


def welcome(
    session: Session, member: Member, now: int, storage: StorageStatus = StorageStatus.READY
) -> Welcome:
    """Build everything that a member may see but the sheets, which `sheets` encodes."""
    seat = session.seat_of(member)
    chat = tuple(line for line in session.table.chat if seat is None or not line.watchers_only)
    return Welcome(VERSION, state(session, member, now), chat, storage)


def sheets(session: Session) -> bytes:
    """Encode all sheets from their beginning; the same bytes for every member (R12)."""
    whole = ((seat, encode_sheet(sheet)) for seat, sheet in enumerate(session.table.sheets))
    return encode_ink_to_client(SHEETS, session.table.paper, whole)


def state(session: Session, member: Member, now: int) -> State:
    """Build a snapshot of the table as a member may see it."""
    table = session.table
    seat = session.seat_of(member)
    language = member.language if seat is None else table.seats[seat].language
    view = None if table.game is None else _view(session, member, table.game)
    countdown = session.time.countdown(now, seat)
    return State(
        seat=seat,
        host=table.host,
        seats=seat_infos(session),
        watchers=len(session.watchers),
        settings=table.settings,
        deck=table.own_deck,
        stop=table.stop,
        paper=table.paper,
        may=may(session, member),
        clock=None if countdown is None else Countdown(CountdownKind(countdown[0]), *countdown[1:]),
        paused_by=table.paused_by,
        pause_asked_by=tuple(session.pause_asked_by),
        held_by=session.time.held_by,
        planned_rounds=table.planned_rounds,
        game=table.game_id if table.is_open else None,
        artists=tuple(table.artists.values()) if table.is_open else (),
        view=view,
        words={}
        if view is None or table.box is None
        else _words(view, table.box, language, table.host_language),
        card_language=table.card_language(language),
    )


def _view(session: Session, member: Member, game: Game) -> View:
    """Build a member's view, with nothing to do while the game is paused or a bot plays for them."""
    view = view_for(game, session.seat_of(member))
    is_idle = session.table.paused_by is not None or session.is_standing_by(member)
    return replace(view, may=May()) if is_idle and view.may is not None else view


def seat_infos(session: Session) -> tuple[SeatInfo, ...]:
    """List what is public about the seats."""
    present, free = session.present, free_seats(session)
    return tuple(
        SeatInfo(
            name=owner.name,
            colour=owner.colour,
            language=owner.language,
            bot=owner.bot,
            skill=owner.skill,
            present=seat in present,
            left=owner.left,
            idle=seat in present and session.time.is_idle(seat),
            free=seat in free,
            ready=owner.ready,
        )
        for seat, owner in enumerate(session.table.seats)
    )


def _words(view: View, box: Box, *readers: Language | None) -> dict[str, tuple[str, ...]]:
    """Return the words of every visible face, in the first reader's language if there are cards in it."""
    faces = [face for face in view.holder if face is not None]
    faces += [face for past in view.past for face in past.holder if face is not None]
    return {f"{face.card}/{face.side}": box.words.words(face, *readers) for face in faces}
