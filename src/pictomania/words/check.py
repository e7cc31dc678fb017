"""From a draft to a deck: what a table could not play with is refused in a sentence that names the line."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pictomania.rules import LEVELS, NUMBERS
from pictomania.words.deck import Idea, WordCard, WordDeck, WordSide
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake
from pictomania.words.languages import Language
from pictomania.words.spelling import beginning, clean, fits, folded, unfit

LONGEST_WORD = 40
LONGEST_THEME = 60
LONGEST_TAG = 100
MOST_TAGS = 20  # names of drawings for one idea
LANGUAGES = frozenset(Language)
Checked = tuple[DraftSide, tuple[Idea, ...]]


def deck_from(draft: Sequence[DraftSide], *, stored: bool = False) -> WordDeck:
    """Make a deck of a draft, or raise `DeckError` at the first line that is wrong.

    A deck that an earlier version `stored` is taken by the rules of that version, which looked at no name of
    a drawing and kept the blanks in names of cards.
    """
    if not draft:
        raise DeckError(1, Mistake.NO_SIDES, "there is no side in it: write seven words, one on each line")
    for side in draft:
        try:
            _check_side(side)
            if not stored:
                _check_tags(side)
                side.card = clean(side.card or "") or None
        except DeckError as error:
            raise error.on(side.card) from None
    checked = [(side, tuple(_idea(idea) for idea in side.ideas)) for side in draft]
    _check_repeats(checked)
    return WordDeck(_cards(checked))


def _check_side(side: DraftSide) -> None:
    if side.count != len(NUMBERS):
        sentence = f"this side has {_counted(side.count)}, not {len(NUMBERS)}"
        raise DeckError(side.line, Mistake.NOT_SEVEN, sentence, number=side.count)
    if side.level not in LEVELS:
        shown = f"level {side.level}" if abs(side.level) < 1_000_000 else "this level"
        sentence = f"{shown} does not exist: they are {LEVELS[0]} to {LEVELS[-1]}"
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
        if language not in LANGUAGES:
            sentence = f"is not a language of the cards ({', '.join(Language)})"
            raise DeckError(idea.line, Mistake.NO_SUCH_LANGUAGE, sentence, language)
        _check_text(idea.line, word, LONGEST_WORD, "a word")
    if not any(word.split() for word in idea.words.values()):
        raise DeckError(idea.line, Mistake.NO_WORD, "there is no word in any language")


def _check_tags(side: DraftSide) -> None:
    for idea in side.ideas:
        if len(idea.draw) > MOST_TAGS:
            sentence = f"names more than {MOST_TAGS} drawings"
            raise DeckError(idea.line, Mistake.WRONG_SHAPE, sentence)
        for tag in idea.draw:
            _check_text(idea.line, tag, LONGEST_TAG, "the name of a drawing")


def _check_text(line: int, text: str, longest: int, what: str) -> None:
    code = unfit(text)
    if code is not None:
        sentence = f"{what} has a control or invisible character, {code}"
        raise DeckError(line, Mistake.HIDDEN_CHARACTER, sentence)
    if not fits(text, longest):
        sentence = f"is longer than {longest} characters, too long for {what}"
        raise DeckError(line, Mistake.TOO_LONG, sentence, beginning(text, longest), longest)


def _check_repeats(checked: Sequence[Checked]) -> None:
    """No player may read the same word twice, in whatever language, stand-ins included (R4)."""
    for language in _languages(checked):
        seen: dict[str, int] = {}
        for side, ideas in checked:
            for idea, draft in zip(ideas, side.ideas, strict=True):
                word = idea.word(language)
                spelling = folded(word)
                before = seen.get(spelling)
                if before is not None:
                    sentence = f"stands already on line {before}"
                    error = DeckError(draft.line, Mistake.REPEATED, sentence, word, before)
                    raise error.on(side.card)
                seen[spelling] = draft.line


def _languages(checked: Iterable[Checked]) -> list[Language]:
    used = {language for _, ideas in checked for idea in ideas for language in idea.words}
    return [language for language in Language if language in used]


def _cards(checked: Sequence[Checked]) -> Iterator[WordCard]:
    """Join neighbouring sides of the same card; a side without a card is one of its own."""
    named = [(side.card or f"line {side.line}", side.level, side, ideas) for side, ideas in checked]
    names: set[str] = set()
    for (name, level), group in groupby(named, key=lambda entry: entry[:2]):
        sides = [(side, ideas) for _, _, side, ideas in group]
        if name in names:
            sentence = "stands in two places, or with two levels"
            raise DeckError(sides[0][0].line, Mistake.CARD_REPEATED, sentence, name)
        if len(sides) > 2:
            raise DeckError(sides[2][0].line, Mistake.THICK_CARD, "has more than two sides", name)
        names.add(name)
        yield WordCard(name, level, tuple(_side(side, ideas) for side, ideas in sides))


def _side(side: DraftSide, ideas: tuple[Idea, ...]) -> WordSide:
    bots = all(idea.draw for idea in ideas) if side.bots is None else side.bots
    return WordSide(clean(side.theme), ideas, bots)


def _idea(idea: DraftIdea) -> Idea:
    words = {language: clean(idea.words[language]) for language in Language if idea.words.get(language)}
    return Idea({language: word for language, word in words.items() if word}, idea.draw)
