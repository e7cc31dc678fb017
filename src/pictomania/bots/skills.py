"""The three skill levels, and the house bots' personalities."""

from dataclasses import dataclass, replace
from functools import cache

from pictomania.wire.bots import Skill


@dataclass(frozen=True, slots=True)
class SkillProfile:
    """The parameters of a skill level."""

    thinking_s: tuple[float, float]  # range of the delay before the first stroke
    speed: float  # of the pencil, in widths of the drawing per second
    pause_s: tuple[float, float]  # range of the delay between two strokes
    wobble: float  # of the hand, in widths of the drawing
    sloppiness: float  # how far shapes are off, in widths of the drawing
    confidence_threshold: float  # how likely a number must be to be guessed
    confirmations: int  # looks in a row that must agree
    reaction_s: tuple[float, float]  # from decision to card, log-normal: median and sigma
    look_interval_s: float
    second_best_rate: float  # how often the second best guess is laid instead
    miss_bot_rate: float  # how often a bot's drawing is not recognised at all; see docs/bots.md
    final_threshold: float  # the confidence threshold once no more ink is expected
    patience_s: float  # how long to wait for more ink once the bot could finish
    risk_limit: float  # declines a black token at or above this many expected wrong guesses


# Easy bots are slow and often mistaken; hard bots are quick, but not rash.
PROFILES = {
    Skill.EASY: SkillProfile(
        thinking_s=(3.5, 7.0),
        speed=0.28,
        pause_s=(0.8, 1.6),
        wobble=0.007,
        sloppiness=0.050,
        confidence_threshold=0.97,
        confirmations=3,
        reaction_s=(4.5, 0.45),
        look_interval_s=2.0,
        second_best_rate=0.22,
        miss_bot_rate=0.22,
        final_threshold=0.30,
        patience_s=16.0,
        risk_limit=9.9,
    ),
    Skill.NORMAL: SkillProfile(
        thinking_s=(2.5, 5.5),
        speed=0.35,
        pause_s=(0.6, 1.3),
        wobble=0.006,
        sloppiness=0.032,
        confidence_threshold=0.95,
        confirmations=3,
        reaction_s=(3.6, 0.4),
        look_interval_s=1.5,
        second_best_rate=0.12,
        miss_bot_rate=0.12,
        final_threshold=0.40,
        patience_s=13.0,
        risk_limit=1.6,
    ),
    Skill.HARD: SkillProfile(
        thinking_s=(2.0, 4.0),
        speed=0.43,
        pause_s=(0.5, 1.0),
        wobble=0.005,
        sloppiness=0.020,
        confidence_threshold=0.86,
        confirmations=2,
        reaction_s=(2.4, 0.4),
        look_interval_s=1.0,
        second_best_rate=0.04,
        miss_bot_rate=0.05,
        final_threshold=0.45,
        patience_s=10.0,
        risk_limit=1.05,
    ),
}


@dataclass(frozen=True, slots=True)
class Personality:
    """How a house bot differs from others of the same skill."""

    speed: float  # factor
    sloppiness: float  # factor
    threshold_shift: float  # added to the confidence threshold


# Personalities are balanced: a quick bot is a careless one.
PERSONALITIES = {
    "Smudge": Personality(speed=1.05, sloppiness=1.3, threshold_shift=0.0),
    "Scribble": Personality(speed=1.2, sloppiness=1.4, threshold_shift=-0.03),
    "Doodle": Personality(speed=1.0, sloppiness=1.0, threshold_shift=0.0),
    "Inky": Personality(speed=0.9, sloppiness=0.6, threshold_shift=0.02),
    "Chalky": Personality(speed=0.85, sloppiness=0.9, threshold_shift=0.03),
    "Crayon": Personality(speed=1.1, sloppiness=1.2, threshold_shift=-0.02),
}


@cache
def profile_of(skill: Skill, name: str) -> SkillProfile:
    """Return a house bot's profile by its name."""
    profile, personality = PROFILES[skill], PERSONALITIES.get(name)
    if personality is None:  # the bot stands in for a player
        return profile
    return replace(
        profile,
        speed=profile.speed * personality.speed,
        sloppiness=profile.sloppiness * personality.sloppiness,
        confidence_threshold=min(profile.confidence_threshold + personality.threshold_shift, 0.98),
    )
