"""Validation of a draft; an unplayable deck is rejected with an error that names the line."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pictomania.rules import LEVELS, NUMBERS
from pictomania.words.deck import Idea, WordCard, WordDeck, WordSide
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake, check_languages
from pictomania.words.languages import LANGUAGE_HINT, Language, in_order, is_language
from pictomania.words.spelling import clean, fold_clean, forbidden_character, is_within, truncate

MAX_WORD_LENGTH = 40
MAX_THEME_LENGTH = 60
MAX_TAG_LENGTH = 100
MAX_TAGS = 20  # drawings per idea
CheckedSide = tuple[DraftSide, tuple[Idea, ...]]


def build_deck(draft: Sequence[DraftSide], *, stored: bool = False) -> WordDeck:
    """Build a deck from a draft, or raise `DeckError` at the first line that is wrong.

    A deck that version 0.1.0 `stored` is checked by its rules: tags are ignored, and card names keep their
    whitespace.
    """
    if not draft:
        raise DeckError(1, Mistake.NO_SIDES, "the deck is empty: write seven words, one per line")
    languages: set[str] = set()
    for side in draft:
        try:
            _check_side(side, languages)
            if not stored:
                _check_tags(side)
                side.card = clean(side.card or "") or None
        except DeckError as error:
            raise error.on_card(side.card) from None
    checked = [(side, tuple(_idea(idea) for idea in side.ideas)) for side in draft]
    _check_repeats(checked)
    return WordDeck(_cards(checked))


def _check_side(side: DraftSide, languages: set[str]) -> None:
    """Check a side, and add its languages to those of the deck."""
    if side.count != len(NUMBERS):
        message = f"this side has {_word_count(side.count)}, not {len(NUMBERS)}"
        raise DeckError(side.line, Mistake.NOT_SEVEN, message, number=side.count)
    if side.level not in LEVELS:
        shown = f"level {side.level}" if abs(side.level) < 1_000_000 else "this level"
        message = f"{shown} does not exist; levels go from {LEVELS[0]} to {LEVELS[-1]}"
        raise DeckError(side.line, Mistake.NO_SUCH_LEVEL, message)
    _check_text(side.line, side.theme, MAX_THEME_LENGTH, "a theme")
    _check_text(side.line, side.card or "", MAX_THEME_LENGTH, "the name of a card")
    for idea in side.ideas:
        _check_idea(idea)
        languages.update(idea.words)
        check_languages(languages, idea.line)
        if side.bots and not idea.draw:
            message = "this idea has no drawing, but the side says that bots can draw it"
            raise DeckError(idea.line, Mistake.NO_DRAWING, message)


def _word_count(count: int) -> str:
    return "1 word" if count == 1 else f"{count} words"


def _check_idea(idea: DraftIdea) -> None:
    for language, word in idea.words.items():
        if not is_language(language):
            message = f"is not {LANGUAGE_HINT}"
            raise DeckError(idea.line, Mistake.NO_SUCH_LANGUAGE, message, language)
        _check_text(idea.line, word, MAX_WORD_LENGTH, "a word")
    if not any(word.split() for word in idea.words.values()):
        raise DeckError(idea.line, Mistake.NO_WORD, "the word is missing in every language")


def _check_tags(side: DraftSide) -> None:
    for idea in side.ideas:
        if len(idea.draw) > MAX_TAGS:
            message = f"this idea has more than {MAX_TAGS} drawings"
            raise DeckError(idea.line, Mistake.WRONG_SHAPE, message)
        for tag in idea.draw:
            _check_text(idea.line, tag, MAX_TAG_LENGTH, "the name of a drawing")


def _check_text(line: int, text: str, limit: int, what: str) -> None:
    code = forbidden_character(text)
    if code is not None:
        message = f"{what} contains a control or invisible character ({code})"
        raise DeckError(line, Mistake.HIDDEN_CHARACTER, message)
    if not is_within(text, limit):
        message = f"is too long for {what} (at most {limit} characters)"
        raise DeckError(line, Mistake.TOO_LONG, message, truncate(text, limit), limit)


def _check_repeats(checked: Sequence[CheckedSide]) -> None:
    """Reject words that a player would see twice in any language, fallbacks included (R4)."""
    for language in _languages(checked):
        seen: dict[str, int] = {}
        for side, ideas in checked:
            for idea, draft in zip(ideas, side.ideas, strict=True):
                word = idea.word(language)
                spelling = fold_clean(word)
                earlier = seen.get(spelling)
                if earlier is not None:
                    message = f"is already on line {earlier}"
                    error = DeckError(draft.line, Mistake.REPEATED, message, word, earlier)
                    raise error.on_card(side.card)
                seen[spelling] = draft.line


def _languages(checked: Iterable[CheckedSide]) -> list[Language]:
    return in_order({language for _, ideas in checked for idea in ideas for language in idea.words})


def _cards(checked: Sequence[CheckedSide]) -> Iterator[WordCard]:
    """Join adjacent sides of the same card; a side without a card name becomes a card of its own."""
    named = [(side.card or f"line {side.line}", side.level, side, ideas) for side, ideas in checked]
    names: set[str] = set()
    for (name, level), group in groupby(named, key=lambda entry: entry[:2]):
        sides = [(side, ideas) for _, _, side, ideas in group]
        if name in names:
            message = "appears in two places or with two levels"
            raise DeckError(sides[0][0].line, Mistake.CARD_REPEATED, message, name)
        if len(sides) > 2:
            raise DeckError(sides[2][0].line, Mistake.THICK_CARD, "has more than two sides", name)
        names.add(name)
        yield WordCard(name, level, tuple(_side(side, ideas) for side, ideas in sides))


def _side(side: DraftSide, ideas: tuple[Idea, ...]) -> WordSide:
    bots = all(idea.draw for idea in ideas) if side.bots is None else side.bots
    return WordSide(clean(side.theme), ideas, bots)


def _idea(idea: DraftIdea) -> Idea:
    words = {language: clean(idea.words[language]) for language in in_order(idea.words)}
    return Idea({language: word for language, word in words.items() if word}, idea.draw)
