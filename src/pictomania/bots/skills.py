"""How the three skills differ, and how the bots of the house differ among themselves."""

from dataclasses import dataclass, replace
from functools import cache

from pictomania.wire.bots import Skill


@dataclass(frozen=True, slots=True)
class Manner:
    """What a skill means; all times are in seconds."""

    thinks: tuple[float, float]  # before the first line, from and to
    speed: float  # of the pencil, in widths of the drawing a second
    lifts: tuple[float, float]  # between two lines
    wobble: float  # of the hand, in widths of the drawing
    sloppy: float  # how far shapes are off, the same
    sure: float  # how likely a number must be to be laid
    looks: int  # for how many looks in a row
    reacts: tuple[float, float]  # until a card is laid that one is sure of: middle and spread
    every: float  # between two looks around
    second: float  # how often the second best guess is taken for the best
    blind: float  # how often one does not see what a bot has drawn: both learnt from the same pictures
    settles: float  # how likely a number must be once nothing more is to be seen
    waits: float  # for others, once one could be done
    fears: float  # wrong guesses expected, from which a black token is declined


# Easy ones are slow, and sure of what is not so; hard ones are quick, not rash.
MANNERS = {
    Skill.EASY: Manner(
        thinks=(3.5, 7.0),
        speed=0.28,
        lifts=(0.8, 1.6),
        wobble=0.007,
        sloppy=0.050,
        sure=0.97,
        looks=3,
        reacts=(4.5, 0.45),
        every=2.0,
        second=0.22,
        blind=0.22,
        settles=0.30,
        waits=16.0,
        fears=9.9,
    ),
    Skill.NORMAL: Manner(
        thinks=(2.5, 5.5),
        speed=0.35,
        lifts=(0.6, 1.3),
        wobble=0.006,
        sloppy=0.032,
        sure=0.95,
        looks=3,
        reacts=(3.6, 0.4),
        every=1.5,
        second=0.12,
        blind=0.12,
        settles=0.40,
        waits=13.0,
        fears=1.6,
    ),
    Skill.HARD: Manner(
        thinks=(2.0, 4.0),
        speed=0.43,
        lifts=(0.5, 1.0),
        wobble=0.005,
        sloppy=0.020,
        sure=0.86,
        looks=2,
        reacts=(2.4, 0.4),
        every=1.0,
        second=0.04,
        blind=0.05,
        settles=0.45,
        waits=10.0,
        fears=1.05,
    ),
}


@dataclass(frozen=True, slots=True)
class Temper:
    """How somebody differs from others of the same skill."""

    speed: float  # of the pencil, times that of others
    sloppy: float
    sure: float  # that one has to be more, or less


# Nobody is better for it: who is quick is careless.
TEMPERS = {
    "Smudge": Temper(speed=1.05, sloppy=1.3, sure=0.0),
    "Scribble": Temper(speed=1.2, sloppy=1.4, sure=-0.03),
    "Doodle": Temper(speed=1.0, sloppy=1.0, sure=0.0),
    "Inky": Temper(speed=0.9, sloppy=0.6, sure=0.02),
    "Chalky": Temper(speed=0.85, sloppy=0.9, sure=0.03),
    "Crayon": Temper(speed=1.1, sloppy=1.2, sure=-0.02),
}


@cache
def manner_of(skill: Skill, name: str) -> Manner:
    """How a bot of the house plays."""
    manner, temper = MANNERS[skill], TEMPERS.get(name)
    if temper is None:  # it has another's seat
        return manner
    return replace(
        manner,
        speed=manner.speed * temper.speed,
        sloppy=manner.sloppy * temper.sloppy,
        sure=min(manner.sure + temper.sure, 0.98),
    )
