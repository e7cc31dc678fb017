"""Which card side may stand next in the holder: the random choice is made elsewhere, among these."""

from pictomania.rules.cards import Face
from pictomania.rules.game import Game, changed


def next_faces(game: Game) -> list[Face]:
    """List what chance may lay: unused cards, then unseen sides, then a reshuffle (R2, R3)."""
    unused = _fitting(game, {face.card for face in game.shown})
    if unused:
        return unused
    others = _fitting(game, _on_the_table(game))
    return [face for face in others if face not in game.shown] or others


def _on_the_table(game: Game) -> set[str]:
    return {face.card for face in (*game.round.holder, *game.round.replaced) if face}


def _fitting(game: Game, without: set[str]) -> list[Face]:
    """List the sides of other cards of the level that share no word with the holder (R4)."""
    standing = (game.deck.side(face).spellings for face in game.round.holder if face)
    spellings = frozenset[str]().union(*standing)
    return [
        face
        for face, side in game.deck.sides(game.round.level)
        if face.card not in without and side.spellings.isdisjoint(spellings)
    ]


def emptied(game: Game, place: int) -> Game:
    """Take the card in this place out of the holder (R5)."""
    now = game.round
    holder = (*now.holder[:place], None, *now.holder[place + 1 :])
    replaced = now.replaced.union(face for face in now.holder[place : place + 1] if face)
    return changed(game, round=changed(now, holder=holder, replaced=replaced))


def is_replaceable(game: Game, place: int) -> bool:
    """Is there another card for this place?"""
    without = emptied(game, place)
    return bool(_fitting(without, _on_the_table(without)))


def filled(game: Game, face: Face) -> Game:
    """Put a card side in the first empty place, after a reshuffle where its level has run out (R3)."""
    now = game.round
    gap = now.holder.index(None)
    holder = (*now.holder[:gap], face, *now.holder[gap + 1 :])
    shown = game.shown
    if face in shown and not _unseen(game):
        shown = shown.difference(side for side, _ in game.deck.sides(now.level))
        shown = shown.union(now.replaced, filter(None, now.holder))
    return changed(game, round=changed(now, holder=holder), shown=shown | {face})


def _unseen(game: Game) -> bool:
    """Is there a side of this level that nobody has seen, even if its words rule it out for now (R4)?"""
    out = _on_the_table(game)
    return any(
        face not in game.shown and face.card not in out for face, _ in game.deck.sides(game.round.level)
    )
