"""Rate limits: what one key may do, and what all keys of one address may do together.

Each limit is a token bucket: so many a second, and so many at once. docs/limits.md explains the numbers.
"""

from dataclasses import dataclass

Rate = tuple[float, float]  # a second, at once


@dataclass(frozen=True, slots=True)
class Pace:
    """What one key may do; a person with a pen stays well below all of it."""

    ink: Rate = (80, 800)  # pieces; a browser sends 30 a second
    acts: Rate = (10, 40)
    wishes: Rate = (5, 25)
    talk: Rate = (0.7, 8)
    strikes: Rate = (0.5, 30)  # times over one of the limits above before the socket is closed
    ink_bytes: Rate = (4_000, 256_000)  # a fast hand makes 500 a second; ten minutes offline fit at once
    welcomes: Rate = (0.5, 15)
    sent: Rate = (400_000, 32_000_000)  # bytes of welcomes
    stored: Rate = (1_000, 25_000_000)  # bytes on disk

    def for_address(self) -> "Pace":
        """What an address may do: as much as a school behind one router needs."""
        return Pace(
            ink=_times(30, self.ink),
            acts=_times(8, self.acts),
            wishes=_times(8, self.wishes),
            talk=_times(8, self.talk),
            strikes=_times(8, self.strikes),
            ink_bytes=_times(15, self.ink_bytes),
            welcomes=_times(10, self.welcomes),
            sent=_times(10, self.sent),
            stored=_times(10, self.stored),
        )


def _times(people: float, rate: Rate) -> Rate:
    a_second, at_once = rate
    return people * a_second, people * at_once
