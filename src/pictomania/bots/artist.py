"""Chooses what to draw for a word."""

from random import Random

from pictomania.bots import material
from pictomania.bots.guesser import HUMAN
from pictomania.bots.hand import Drawn, drawn
from pictomania.bots.lexicon import Tags
from pictomania.bots.skills import Manner

# Doodles look like a person's; icons are clearer, and all there is for many words.
PREFERS_DOODLES = 0.85


def draw(tags: Tags, manner: Manner, random: Random, *, across: bool = False) -> list[Drawn]:
    """Plan a drawing of a word, never the same; nothing where nobody knows what it looks like."""
    found = [(tag, drawing) for tag in tags for drawing in material.drawings(tag)]
    doodles = [drawing for tag, drawing in found if tag.startswith(HUMAN)]
    icons = [drawing for tag, drawing in found if not tag.startswith(HUMAN)]
    if doodles and icons:
        chosen = doodles if random.random() < PREFERS_DOODLES else icons
    else:
        chosen = doodles or icons
    return drawn(random.choice(chosen), manner, random, across=across) if chosen else []
