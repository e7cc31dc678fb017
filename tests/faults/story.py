"""What the record of a table tells: everything that was done, in order, with every sheet at its end."""

from dataclasses import dataclass, field

from pictomania.ink import Mark
from pictomania.log import EventLog
from pictomania.rules import Phase, broken_law
from pictomania.table import facts
from pictomania.table.record import fact
from pictomania.table.table import Table, replayed

Deed = tuple[object, ...]  # paper, action, its fields


@dataclass
class Story:
    """A table from its beginning to now."""

    table: Table
    deeds: dict[int | None, list[Deed]] = field(default_factory=dict)  # guesses and finishes, by seat
    lines: list[str] = field(default_factory=list)  # of chat
    sheets: dict[int, list[list[Mark]]] = field(default_factory=dict)  # by paper
    games: list[str] = field(default_factory=list)  # those that are over
    papers: dict[str, list[int]] = field(default_factory=dict)  # of each game

    def take(self, happened: facts.Any) -> None:
        """Let one more thing happen; the laws of the game hold after it."""
        table = self.table
        before = table.sheets, table.paper
        table.apply(happened)
        if before[0] and table.sheets is not before[0]:  # there are none in the lobby
            self.sheets[before[1]] = [sheet.marks for sheet in before[0]]
        if table.game_id is not None and table.game is not None and table.game.phase is Phase.DRAWING:
            papers = self.papers.setdefault(table.game_id, [])
            papers += [] if table.paper in papers else [table.paper]
        if isinstance(happened, facts.Spoken):
            self.lines.append(happened.text)
        if isinstance(happened, facts.Acted) and happened.action in ("Guess", "Finish"):
            deed = table.paper, happened.action, *happened.told.values()
            self.deeds.setdefault(happened.seat, []).append(deed)
        if table.game is not None:
            assert broken_law(table.game) is None
        if table.is_over and table.game_id is not None and table.game_id not in self.games:
            self.games.append(table.game_id)

    def drawings(self, game: str) -> list[list[Mark]]:
        """All drawings of a game, round by round and seat by seat."""
        return [marks for paper in self.papers[game] for marks in self.sheets[paper]]


async def told(log: EventLog, code: str) -> Story:
    """Read what happened at a table, fact by fact; all at once it comes to the same."""
    happened = [fact(entry) for _, entry in await log.read(code)]
    story = Story(Table(code))
    for one in happened:
        story.take(one)
    if story.table.sheets:
        story.sheets[story.table.paper] = [sheet.marks for sheet in story.table.sheets]
    assert whole(replayed(code, happened)) == whole(story.table)
    return story


def whole(table: Table) -> dict[str, object]:
    """Everything about a table, to be compared with another."""
    ignored = ("box", "own_box", "sheets", "gallery")
    parts = {name: value for name, value in vars(table).items() if name not in ignored}
    parts["sheets"] = [sheet.marks for sheet in table.sheets]
    parts["gallery"] = {place: sheet.marks for place, sheet in table.gallery.items()}
    return parts
