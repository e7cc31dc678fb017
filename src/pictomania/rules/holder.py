"""Which card sides may go into the holder next; the caller picks one at random."""

from pictomania.rules.cards import Face
from pictomania.rules.game import Game, copy_with


def next_faces(game: Game) -> list[Face]:
    """List the sides that may be laid: of unused cards, else unused ones, else after a reshuffle (R2, R3)."""
    unused = _fitting_faces(game, {face.card for face in game.shown})
    if unused:
        return unused
    others = _fitting_faces(game, _cards_in_use(game))
    return [face for face in others if face not in game.shown] or others


def _cards_in_use(game: Game) -> set[str]:
    return {face.card for face in (*game.round.holder, *game.round.replaced) if face}


def _fitting_faces(game: Game, excluded: set[str]) -> list[Face]:
    """List the sides of the level that share no word with the holder, except of some cards (R4)."""
    present = (game.deck.side(face).spellings for face in game.round.holder if face)
    spellings = frozenset[str]().union(*present)
    return [
        face
        for face, side in game.deck.sides(game.round.level)
        if face.card not in excluded and side.spellings.isdisjoint(spellings)
    ]


def remove_card(game: Game, place: int) -> Game:
    """Remove the card in this place from the holder (R5)."""
    now = game.round
    holder = (*now.holder[:place], None, *now.holder[place + 1 :])
    replaced = now.replaced.union(face for face in now.holder[place : place + 1] if face)
    return copy_with(game, round=copy_with(now, holder=holder, replaced=replaced))


def is_replaceable(game: Game, place: int) -> bool:
    """Is there another card for this place?"""
    without = remove_card(game, place)
    return bool(_fitting_faces(without, _cards_in_use(without)))


def lay_card(game: Game, face: Face) -> Game:
    """Put a card side in the first empty place; reshuffle first if its level has run out (R3)."""
    now = game.round
    gap = now.holder.index(None)
    holder = (*now.holder[:gap], face, *now.holder[gap + 1 :])
    shown = game.shown
    if face in shown and not _has_unused_side(game):
        shown = shown.difference(side for side, _ in game.deck.sides(now.level))
        shown = shown.union(now.replaced, filter(None, now.holder))
    return copy_with(game, round=copy_with(now, holder=holder), shown=shown | {face})


def _has_unused_side(game: Game) -> bool:
    """Does the level have a side not shown yet, even if its words rule it out for now (R4)?"""
    in_use = _cards_in_use(game)
    return any(
        face not in game.shown and face.card not in in_use for face, _ in game.deck.sides(game.round.level)
    )
