"""Writes web/made/: what the tests of the browser client compare themselves with.

`examples.ts` has the messages of docs/wire.md and the views of whole games, to be type-checked; `bytes.json`
the frames of the page and what they say; `sheets.json` made-up streams of ink and what becomes of them here.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec.json import encode

from pictomania.rules import TABLE, View, apply, new_game, rules_for, seen_by
from pictomania.simulation.play import whole_game
from pictomania.words import house_deck
from scripts import wire_page
from scripts.ink_samples import sheets

FOLDER = Path(__file__).parents[1] / "web/made"
SEED = 20261115
GAMES = 4

EXAMPLES = """\
// Made by scripts/wire_samples.py: the messages of docs/wire.md, and views of whole games.

import type { FromClient, ToClient, View } from "../src/wire.ts";

type Each<T extends { readonly type: string }> = {
  readonly [K in T["type"]]: Extract<T, { readonly type: K }>;
};

export const fromClient = {
%s
} satisfies Each<FromClient>;

export const toClient = {
%s
} satisfies Each<ToClient>;

export const views = [
%s
] satisfies readonly View[];
"""


def examples(page: str, views: list[View]) -> str:
    """Write messages and views as TypeScript; what is wrong, missing or of no known type does not compile."""
    said, told = (
        ",\n".join(f'"{block.heading}": {block.text.strip()}' for block in wire_page.messages(page, section))
        for section in (wire_page.FROM_CLIENT, wire_page.TO_CLIENT)
    )
    return EXAMPLES % (said, told, ",\n".join(encode(view).decode() for view in views))


def frames(page: str) -> dict[str, list[dict[str, object]]]:
    """The frames of the page, by direction."""
    return {
        name: [
            {"name": example.name, "hex": example.data.hex(), "says": example.says}
            for example in wire_page.byte_examples(page, section)
        ]
        for name, section in (
            ("fromClient", wire_page.BYTES_FROM_CLIENT),
            ("toClient", wire_page.BYTES_TO_CLIENT),
        )
    }


def views(random: Random) -> Iterator[View]:
    """Play some games, and look at each the first time that something new is on show."""
    seen = set()
    deck = house_deck().for_rules()
    for _ in range(GAMES):
        rules = rules_for("second", players=3)
        game = new_game(rules, deck)
        for seat, action in whole_game(rules, deck, random).steps:
            game = apply(game, TABLE, action) if seat is TABLE else apply(game, seat, action)
            for eye in (0, None):
                view = seen_by(game, eye)
                fault = next((player.fault for player in view.players if player.fault), None)
                new = (eye, view.phase, view.motion and (view.motion.place is None), fault)
                if new not in seen:
                    seen.add(new)
                    yield view


def _random() -> Random:
    return Random(SEED)  # noqa: S311 (the same every time is the point)


def main() -> None:
    """Write the folder anew."""
    page = wire_page.PAGE.read_text(encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    for name, text in (
        ("examples.ts", examples(page, list(views(_random())))),
        ("bytes.json", json.dumps(frames(page))),
        ("sheets.json", json.dumps(list(sheets(_random())))),
    ):
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
