"""Invariants of a game, checked by tests and simulations after every action."""

from collections.abc import Callable

from pictomania.rules.actions import Fault
from pictomania.rules.cards import NUMBERS
from pictomania.rules.editions import PLAYERS, for_players
from pictomania.rules.game import (
    REVEALED,
    REVEALING,
    Game,
    Phase,
    awaited,
    is_playing,
    seats,
    vote_result,
    voters,
)


def violated_invariant(game: Game) -> str | None:
    """Return the name of the first invariant that this game violates, or None."""
    return next(
        (check.__name__.strip("_").replace("_", " ") for check in _INVARIANTS if not check(game)), None
    )


def _cards_are_unique(game: Game) -> bool:
    """Each card is in the holder at most once, has the round's level and counts as shown (R2, R3)."""
    faces = [face for face in game.round.holder if face]
    return (
        len({face.card for face in faces}) == len(faces)
        and all(game.deck.level(face) == game.round.level for face in faces)
        and game.shown.issuperset(faces)
    )


def _words_are_unique(game: Game) -> bool:
    """No word occurs twice in the holder (R4)."""
    sides = [game.deck.side(face).spellings for face in game.round.holder if face]
    return len(frozenset[str]().union(*sides)) == sum(map(len, sides))


def _holder_is_full(game: Game) -> bool:
    """The holder has gaps only while cards are laid, and is empty before (R2)."""
    gaps = game.round.holder.count(None)
    match game.phase:
        case Phase.CHOOSING:
            return gaps == game.rules.holder_size
        case Phase.LAYING:
            return gaps > 0
        case _:
            return gaps == 0


def _hands_are_distinct(game: Game) -> bool:
    """Each number card and mark card is dealt at most once, and none before the cards are read (R6, R7)."""
    hands, marks_used = [hand for hand in game.round.hands if hand is not None], bool(game.rules.marks)
    numbers = {hand.number for hand in hands}
    marks = {hand.mark for hand in hands if hand.mark is not None}
    match game.phase:
        case Phase.CHOOSING | Phase.LAYING | Phase.READING:
            count_fits = len(hands) == 0
        case Phase.DEALING:
            count_fits = len(hands) < game.rules.players
        case _:
            count_fits = len(hands) == game.rules.players
    return (
        count_fits
        and all(game.round.hands[seat] is None for seat in seats(game) if not is_playing(game, seat))
        and len(numbers) == len(hands)
        and numbers.issubset(NUMBERS)
        and len(marks) == (len(hands) if marks_used else 0)
        and marks.issubset(range(len(game.rules.marks)))
    )


def _guess_cards_are_unique(game: Game) -> bool:
    """A number card is on one pile, not its owner's, and no pile has two from one player (R22 to R24)."""
    laid = [
        (artist, card.guesser, card.number) for artist, pile in enumerate(game.round.piles) for card in pile
    ]
    return (
        all(
            guesser != artist and {guesser, artist} <= set(game.round.playing) and number in NUMBERS
            for artist, guesser, number in laid
        )
        and len({(artist, guesser) for artist, guesser, _ in laid}) == len(laid)
        and len({(guesser, number) for _, guesser, number in laid}) == len(laid)
    )


def _black_tokens_are_unique(game: Game) -> bool:
    """Each black token is in the centre or with one finished player who drew something (R31 to R33)."""
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


def _drawing_ends_on_time(game: Game) -> bool:
    """Drawing ends when all have finished or, with some rules, when the last token is taken (R37, R38)."""
    now = game.round
    if game.phase in {Phase.CHOOSING, Phase.LAYING, Phase.READING, Phase.DEALING}:
        return not now.finished
    taken = sum(token is not None for token in now.tokens)
    all_finished = len(set(now.finished)) == game.rules.players
    ended = all_finished or (game.rules.last_token_ends and taken == len(game.rules.black_tokens))
    return ended == (game.phase is not Phase.DRAWING)


def _empty_sheets_are_at_fault(game: Game) -> bool:
    """After the drawing, exactly the empty sheets have the fault for being empty (R54)."""
    over = game.phase in REVEALING or game.phase in REVEALED
    return all(
        (game.round.faults[seat] is Fault.EMPTY)
        == (over and is_playing(game, seat) and seat not in game.round.drawn)
        for seat in seats(game)
    )


def _enough_seats_play(game: Game) -> bool:
    """Three to six seats play, as many as the rules are for, and somebody is not out (R1, D10)."""
    playing = game.round.playing
    return (
        len(playing) == game.rules.players in PLAYERS
        and set(playing) <= set(seats(game))
        and len(game.out) < len(seats(game))
        and game.round.lost <= set(game.round.finished)
    )


def _scoring_tokens_add_up(game: Game) -> bool:
    """Every scoring token of a scored round went to a guesser or stayed with its artist (R42, R43)."""
    if len(game.past) != game.round.index - (game.phase not in REVEALED):
        return False
    for past in game.past[-1:]:  # earlier rounds have been checked already
        given = [token.stars for player in past.score.players for token in player.received]
        left = [stars for player in past.score.players for stars in player.left]
        playing = len(past.round.playing)
        if sorted(given + left) != sorted(for_players(game.rules, playing).scoring_tokens * playing):
            return False
    return True


def _open_votes_are_undecided(game: Game) -> bool:
    """A vote is open only while undecided, and only eligible seats have voted, once each (D2, D3)."""
    motion = game.round.motion
    if motion is None:
        return True
    return (
        game.phase in {Phase.READING, Phase.WORD, Phase.PILE, Phase.SCORES}
        and motion.by in motion.ayes
        and motion.ayes.isdisjoint(motion.noes)
        and set(voters(game, motion)) >= motion.ayes | motion.noes
        and vote_result(game, motion) is None
    )


def _table_is_waiting_until_over(game: Game) -> bool:
    """The table waits for some seat or for chance until the game is over (D6)."""
    waiting_for_chance = game.phase in (Phase.LAYING, Phase.DEALING)
    return bool(awaited(game)) or waiting_for_chance or game.phase is Phase.OVER


_INVARIANTS: tuple[Callable[[Game], bool], ...] = (
    _cards_are_unique,
    _words_are_unique,
    _holder_is_full,
    _hands_are_distinct,
    _guess_cards_are_unique,
    _black_tokens_are_unique,
    _drawing_ends_on_time,
    _empty_sheets_are_at_fault,
    _enough_seats_play,
    _scoring_tokens_add_up,
    _open_votes_are_undecided,
    _table_is_waiting_until_over,
)
