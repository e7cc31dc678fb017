"""Chooses what to draw for a word."""

from random import Random

from pictomania.bots import drawing_library
from pictomania.bots.guesser import HUMAN_PREFIXES
from pictomania.bots.lexicon import Tags
from pictomania.bots.skills import SkillProfile
from pictomania.bots.stroke_planner import TimedStroke, plan_strokes

# Doodles look hand-drawn. Icons are clearer, and the only drawings there are for many words.
DOODLE_RATE = 0.85


def plan_drawing(
    tags: Tags, profile: SkillProfile, random: Random, *, landscape: bool = False
) -> list[TimedStroke]:
    """Plan a drawing of a word, different every time; empty if no drawing of it is known."""
    found = [(tag, drawing) for tag in tags for drawing in drawing_library.drawings(tag)]
    doodles = [drawing for tag, drawing in found if tag.startswith(HUMAN_PREFIXES)]
    icons = [drawing for tag, drawing in found if not tag.startswith(HUMAN_PREFIXES)]
    if doodles and icons:
        candidates = doodles if random.random() < DOODLE_RATE else icons
    else:
        candidates = doodles or icons
    return plan_strokes(random.choice(candidates), profile, random, landscape=landscape) if candidates else []
