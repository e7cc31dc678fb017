"""Which card side may stand next in the holder: the random choice is made elsewhere, among these."""

from pictomania.rules.cards import Face
from pictomania.rules.game import Game, changed


def next_faces(game: Game) -> tuple[Face, ...]:
    """List what chance may lay: unused cards, then unseen sides, then a reshuffle (R2, R3)."""
    fitting = _fitting(game)
    used = {face.card for face in game.shown}
    return (
        tuple(face for face in fitting if face.card not in used)
        or tuple(face for face in fitting if face not in game.shown)
        or tuple(fitting)
    )


def _fitting(game: Game) -> list[Face]:
    """List the sides that share no word with the holder (R4), nor a card with what lies on the table."""
    on_the_table = {face.card for face in (*game.round.holder, *game.round.replaced) if face}
    spellings = {
        spelling for face in game.round.holder if face for spelling in game.deck.side(face).spellings
    }
    return [
        face
        for face, side in game.deck.sides(game.round.level)
        if face.card not in on_the_table and side.spellings.isdisjoint(spellings)
    ]


def emptied(game: Game, place: int) -> Game:
    """Take the card in this place out of the holder (R5)."""
    now = game.round
    holder = (*now.holder[:place], None, *now.holder[place + 1 :])
    replaced = now.replaced.union(face for face in now.holder[place : place + 1] if face)
    return changed(game, round=changed(now, holder=holder, replaced=replaced))


def is_replaceable(game: Game, place: int) -> bool:
    """Is there another card for this place?"""
    return bool(_fitting(emptied(game, place)))


def filled(game: Game, face: Face) -> Game:
    """Put a card side in the first empty place; one shown before means that its level was reshuffled (R3)."""
    now = game.round
    gap = now.holder.index(None)
    holder = (*now.holder[:gap], face, *now.holder[gap + 1 :])
    shown = game.shown
    if face in shown:
        shown = shown.difference(face for face, _ in game.deck.sides(now.level)).union(
            now.replaced, filter(None, now.holder)
        )
    return changed(game, round=changed(now, holder=holder), shown=shown | {face})
