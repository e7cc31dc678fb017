"""From a draft to a deck: what a table could not play with is refused in a sentence that names the line."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pictomania.rules import LEVELS, NUMBERS
from pictomania.words.deck import Idea, WordCard, WordDeck, WordSide
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake
from pictomania.words.languages import Language
from pictomania.words.spelling import clean, fold, unfit

MOST_SIDES = 1000
LONGEST_WORD = 40
LONGEST_THEME = 60


def deck_from(draft: Sequence[DraftSide]) -> WordDeck:
    """Make a deck of a draft, or raise `DeckError` at the first line that is wrong."""
    if not draft:
        raise DeckError(1, Mistake.NO_SIDES, "there is no side in it: write seven words, one on each line")
    if len(draft) > MOST_SIDES:
        sentence = f"more than {MOST_SIDES} sides, which is too many"
        raise DeckError(draft[MOST_SIDES].line, Mistake.TOO_MANY_SIDES, sentence, number=MOST_SIDES)
    for side in draft:
        try:
            _check_side(side)
        except DeckError as error:
            raise error.on(side.card) from None
    _check_repeats(draft)
    return WordDeck(_cards(draft))


def _check_side(side: DraftSide) -> None:
    if len(side.ideas) != len(NUMBERS):
        words = len(side.ideas)
        sentence = f"this side has {_counted(words)}, not {len(NUMBERS)}"
        raise DeckError(side.line, Mistake.NOT_SEVEN, sentence, number=words)
    if side.level not in LEVELS:
        sentence = f"level {side.level} does not exist: they are {LEVELS[0]} to {LEVELS[-1]}"
        raise DeckError(side.line, Mistake.NO_SUCH_LEVEL, sentence)
    _check_text(side.line, side.theme, LONGEST_THEME, "a theme")
    _check_text(side.line, side.card or "", LONGEST_THEME, "the name of a card")
    for idea in side.ideas:
        _check_idea(idea)
        if side.bots and not idea.draw:
            sentence = "no drawing is named, but bots are said to be able to draw this side"
            raise DeckError(idea.line, Mistake.NO_DRAWING, sentence)


def _counted(words: int) -> str:
    return "1 word" if words == 1 else f"{words} words"


def _check_idea(idea: DraftIdea) -> None:
    for language, word in idea.words.items():
        if language not in list(Language):
            sentence = f"is not a language of the cards ({', '.join(Language)})"
            raise DeckError(idea.line, Mistake.NO_SUCH_LANGUAGE, sentence, language)
        _check_text(idea.line, word, LONGEST_WORD, "a word")
    if not any(clean(word) for word in idea.words.values()):
        raise DeckError(idea.line, Mistake.NO_WORD, "there is no word in any language")


def _check_text(line: int, text: str, longest: int, what: str) -> None:
    code = unfit(text)
    if code is not None:
        sentence = f"{what} has a control or invisible character, {code}"
        raise DeckError(line, Mistake.HIDDEN_CHARACTER, sentence)
    if len(clean(text)) > longest:
        sentence = f"is longer than {longest} characters, too long for {what}"
        raise DeckError(line, Mistake.TOO_LONG, sentence, clean(text)[:longest], longest)


def _check_repeats(draft: Sequence[DraftSide]) -> None:
    """No player may read the same word twice, in whatever language, stand-ins included (R4)."""
    for language in Language:
        seen: dict[str, int] = {}
        for side in draft:
            for idea in side.ideas:
                word = _idea(idea).word(language)
                before = seen.get(fold(word))
                if before is not None:
                    sentence = f"stands already on line {before}"
                    error = DeckError(idea.line, Mistake.REPEATED, sentence, word, before)
                    raise error.on(side.card)
                seen[fold(word)] = idea.line


def _cards(draft: Sequence[DraftSide]) -> Iterator[WordCard]:
    """Join neighbouring sides of the same card; a side without a card is one of its own."""
    named = [(side.card or f"line {side.line}", side.level, side) for side in draft]
    names: set[str] = set()
    for (name, level), group in groupby(named, key=lambda entry: entry[:2]):
        sides = [side for _, _, side in group]
        if name in names:
            sentence = "stands in two places, or with two levels"
            raise DeckError(sides[0].line, Mistake.CARD_REPEATED, sentence, name)
        if len(sides) > 2:
            raise DeckError(sides[2].line, Mistake.THICK_CARD, "has more than two sides", name)
        names.add(name)
        yield WordCard(name, level, tuple(_side(side) for side in sides))


def _side(side: DraftSide) -> WordSide:
    ideas = tuple(_idea(idea) for idea in side.ideas)
    bots = all(idea.draw for idea in ideas) if side.bots is None else side.bots
    return WordSide(clean(side.theme), ideas, bots)


def _idea(idea: DraftIdea) -> Idea:
    words = {language: clean(idea.words[language]) for language in Language if idea.words.get(language)}
    return Idea({language: word for language, word in words.items() if word}, idea.draw)
