"""How fast one client may be: what people do, and some more; beyond it, things are refused, and then all."""

from dataclasses import dataclass

from pictomania.server.credit import Credit


@dataclass(frozen=True, slots=True)
class Pace:
    """By kind of message: so many a second, and so many at once."""

    ink: tuple[float, float] = (80, 800)
    acts: tuple[float, float] = (10, 40)
    wishes: tuple[float, float] = (5, 25)
    talk: tuple[float, float] = (0.7, 8)
    strikes: tuple[float, float] = (0.5, 30)  # being over any of these


class Credits:
    """What one socket may still do."""

    __slots__ = ("acts", "ink", "strikes", "talk", "wishes")

    def __init__(self, pace: Pace) -> None:
        """Begin with all of it."""
        self.ink = Credit(*pace.ink)
        self.acts = Credit(*pace.acts)
        self.wishes = Credit(*pace.wishes)
        self.talk = Credit(*pace.talk)
        self.strikes = Credit(*pace.strikes)
