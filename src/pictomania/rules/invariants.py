"""What holds in every game at every moment, whatever was done: the laws that tests and simulations watch."""

from collections.abc import Callable

from pictomania.rules.actions import Fault
from pictomania.rules.cards import NUMBERS
from pictomania.rules.game import REVEALED, REVEALING, Game, Phase, awaited, seats, verdict, voters


def broken_law(game: Game) -> str | None:
    """Name the first law that this game breaks, or None."""
    return next((law.__name__.strip("_").replace("_", " ") for law in _LAWS if not law(game)), None)


def _cards_stand_once(game: Game) -> bool:
    """Each card of the holder stands there once, is of the round's level and counts as shown (R2, R3)."""
    standing = [face for face in game.round.holder if face]
    return (
        len({face.card for face in standing}) == len(standing)
        and all(game.deck.level(face) == game.round.level for face in standing)
        and game.shown.issuperset(standing)
    )


def _words_stand_once(game: Game) -> bool:
    """No word stands twice in the holder (R4)."""
    sides = [game.deck.side(face).spellings for face in game.round.holder if face]
    return len(frozenset[str]().union(*sides)) == sum(map(len, sides))


def _holder_is_full(game: Game) -> bool:
    """The holder has gaps only while cards are laid out, and is empty before (R2)."""
    gaps = game.round.holder.count(None)
    match game.phase:
        case Phase.CHOOSING:
            return gaps == game.rules.holder_size
        case Phase.LAYING:
            return gaps > 0
        case _:
            return gaps == 0


def _hands_differ(game: Game) -> bool:
    """Each number card and each mark card is dealt once, and none before the round starts (R6, R7)."""
    hands, marks_used = game.round.hands, bool(game.rules.marks)
    numbers = {hand.number for hand in hands}
    marks = {hand.mark for hand in hands if hand.mark is not None}
    match game.phase:
        case Phase.CHOOSING | Phase.LAYING | Phase.READING:
            in_time = len(hands) == 0
        case Phase.DEALING:
            in_time = len(hands) < game.rules.players
        case _:
            in_time = len(hands) == game.rules.players
    return (
        in_time
        and len(numbers) == len(hands)
        and numbers.issubset(NUMBERS)
        and len(marks) == (len(hands) if marks_used else 0)
        and marks.issubset(range(len(game.rules.marks)))
    )


def _guess_cards_lie_once(game: Game) -> bool:
    """A number card lies on one pile, not its owner's, and no pile has two of a player (R22 to R24)."""
    laid = [
        (artist, card.guesser, card.number) for artist, pile in enumerate(game.round.piles) for card in pile
    ]
    return (
        all(
            guesser != artist and guesser in seats(game) and number in NUMBERS
            for artist, guesser, number in laid
        )
        and len({(artist, guesser) for artist, guesser, _ in laid}) == len(laid)
        and len({(guesser, number) for _, guesser, number in laid}) == len(laid)
    )


def _black_tokens_lie_once(game: Game) -> bool:
    """Each black token is in the centre or with one finisher who drew, as the rules say (R31 to R33)."""
    now = game.round
    takers = [seat for seat in now.finished if now.tokens[seat] is not None]
    taken = tuple(now.tokens[seat] for seat in takers)
    in_order = game.rules.any_black_token or taken == game.rules.black_tokens[: len(taken)]
    return (
        all(taken.count(token) <= game.rules.black_tokens.count(token) for token in taken if token)
        and len(taken) == sum(token is not None for token in now.tokens)
        and now.drawn.issuperset(takers)
        and in_order
    )


def _drawing_ends_in_time(game: Game) -> bool:
    """Nobody draws on once all have finished or, in some rules, once the last token is taken (R37, R38)."""
    now = game.round
    if game.phase in {Phase.CHOOSING, Phase.LAYING, Phase.READING, Phase.DEALING}:
        return not now.finished
    taken = sum(token is not None for token in now.tokens)
    everybody = len(set(now.finished)) == game.rules.players
    ended = everybody or (game.rules.last_token_ends and taken == len(game.rules.black_tokens))
    return ended == (game.phase is not Phase.DRAWING)


def _empty_sheets_are_at_fault(game: Game) -> bool:
    """A sheet is at fault as empty exactly if it is empty once the pens are down (R54)."""
    over = game.phase in REVEALING or game.phase in REVEALED
    return all(
        (game.round.faults[seat] is Fault.EMPTY) == (over and seat not in game.round.drawn)
        for seat in seats(game)
    )


def _scoring_tokens_are_kept(game: Game) -> bool:
    """Every scoring token of a scored round was given to somebody or is left with its artist (R42, R43)."""
    if len(game.past) != game.round.index - (game.phase not in REVEALED):
        return False
    for past in game.past[-1:]:  # those before it were the last one once
        given = [token.stars for player in past.score.players for token in player.received]
        left = [stars for player in past.score.players for stars in player.left]
        if sorted(given + left) != sorted(game.rules.scoring_tokens * game.rules.players):
            return False
    return True


def _votes_are_open(game: Game) -> bool:
    """A vote is on only while it is undecided, and nobody votes twice or without a say (D2, D3)."""
    motion = game.round.motion
    if motion is None:
        return True
    return (
        game.phase in {Phase.READING, Phase.WORD}
        and motion.by in motion.ayes
        and motion.ayes.isdisjoint(motion.noes)
        and set(voters(game, motion)) >= motion.ayes | motion.noes
        and verdict(game, motion) is None
    )


def _table_waits_for_somebody(game: Game) -> bool:
    """A table waits for some seat or for chance, until the game is over (D6)."""
    waiting_for_chance = game.phase in (Phase.LAYING, Phase.DEALING)
    return bool(awaited(game)) or waiting_for_chance or game.phase is Phase.OVER


_LAWS: tuple[Callable[[Game], bool], ...] = (
    _cards_stand_once,
    _words_stand_once,
    _holder_is_full,
    _hands_differ,
    _guess_cards_lie_once,
    _black_tokens_lie_once,
    _drawing_ends_in_time,
    _empty_sheets_are_at_fault,
    _scoring_tokens_are_kept,
    _votes_are_open,
    _table_waits_for_somebody,
)
