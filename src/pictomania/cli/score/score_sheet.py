"""The score of a round as text to read out at the table."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from pictomania.cli.quoting import printable
from pictomania.cli.score.round_input import RoundInput
from pictomania.rules import DrawingResult, Fault, PlayerScore, RoundScore, TokenReason, numeral

TOKEN_SENTENCES: Mapping[TokenReason, str] = MappingProxyType(
    {
        TokenReason.NOT_TAKEN: "No black token was taken.",
        TokenReason.GUESSED: "The black token scores: another player guessed the drawing.",
        TokenReason.NOT_GUESSED: "The black token scores nothing: nobody guessed the drawing.",
        TokenReason.BLACK_SHEEP: "The black token counts against {name}, the black sheep.",
        TokenReason.LEARNING: "The black token scores, as always in a learning round.",
        TokenReason.FAULT: "The black token scores nothing: the drawing was not valid.",
    }
)

ScoreItem = tuple[int, str]  # stars, and why


def score_sheet(played: RoundInput, scored: RoundScore, index: int) -> str:
    """Explain the score of round `index`, star by star."""
    names = tuple(map(printable, played.names))
    lines = [
        f"Round {index}, {played.rules.edition} edition, {len(names)} players",
        _black_sheep(played, scored, names),
    ]
    for name, drawing, player in zip(names, played.drawings, scored.players, strict=True):
        lines.append(f"{name}: {_stars(player.stars)}")
        lines += [f"  {_signed(stars)}  {why}" for stars, why in _items(name, drawing, player, names)]
    return "\n".join(lines)


def _black_sheep(played: RoundInput, scored: RoundScore, names: Sequence[str]) -> str:
    if played.rules.learning_round:
        return "No black sheep: this is a learning round."
    if not any(player.wrong for player in scored.players):
        return "No black sheep: nobody guessed wrong."
    if scored.black_sheep is None:
        return "No black sheep: several players share the most wrong guesses."
    count = len(scored.players[scored.black_sheep].wrong)
    guesses = "guess" if count == 1 else "guesses"
    return f"Black sheep: {names[scored.black_sheep]}, with {numeral(count)} wrong {guesses}."


def _items(
    name: str, drawing: DrawingResult, player: PlayerScore, names: Sequence[str]
) -> Iterator[ScoreItem]:
    for token in player.received:
        yield (
            token.stars,
            f"{names[token.artist]} gave {_stars(token.stars)} for the right guess {numeral(token.number)}.",
        )
    for guess in player.wrong:
        yield 0, f"The guess {numeral(guess.number)} on {names[guess.artist]} was wrong."
    for guess in player.returned:
        yield (
            0,
            f"The guess {numeral(guess.number)} on {names[guess.artist]} went back: "
            "that drawing was not valid.",
        )
    if drawing.fault is not None:
        why = "Nothing was drawn" if drawing.fault is Fault.EMPTY else "The drawing was not valid"
        yield 0, f"{why}, so nobody could earn a token for it."
    if player.left:
        tokens = "token" if len(player.left) == 1 else "tokens"
        yield -sum(player.left), f"Nobody earned the {tokens} of {_list_stars(player.left)}."
    yield player.token_worth, TOKEN_SENTENCES[player.token_reason].format(name=name)


def _signed(stars: int) -> str:
    """Format stars with their sign, two columns wide."""
    return ("+" if stars > 0 else "" if stars else " ") + numeral(stars)


def _stars(count: int) -> str:
    return f"{numeral(count)} {'star' if abs(count) == 1 else 'stars'}"


def _list_stars(tokens: Sequence[int]) -> str:
    *rest, last = map(numeral, tokens)
    return f"{', '.join(rest)} and {last} stars" if rest else _stars(tokens[0])
