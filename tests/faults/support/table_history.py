"""The history of a table from its log: actions in order, chat, and every final sheet."""

from dataclasses import dataclass, field

from pictomania.ink import Mark
from pictomania.log import EventLog
from pictomania.rules import Phase, violated_invariant
from pictomania.table import facts
from pictomania.table.entries import decode_entry
from pictomania.table.table import Table, replay_facts, since_compaction

Action = tuple[object, ...]  # paper, action, its fields


@dataclass
class TableHistory:
    """What happened at a table."""

    table: Table
    deeds: dict[int | None, list[Action]] = field(default_factory=dict)  # guesses and finishes, by seat
    lines: list[str] = field(default_factory=list)  # of chat
    sheets: dict[int, list[list[Mark]]] = field(default_factory=dict)  # by paper
    games: list[str] = field(default_factory=list)  # finished games
    papers: dict[str, list[int]] = field(default_factory=dict)  # of each game
    after: int | None = None  # papers up to this one are no longer in the log, which was compacted

    def take(self, history: facts.AnyFact) -> None:
        """Apply a fact, and check the invariants of the game."""
        table = self.table
        before = table.sheets, table.paper
        table.apply(history)
        if before[0] and table.sheets is not before[0]:  # there are none in the lobby
            self.sheets[before[1]] = [sheet.marks for sheet in before[0]]
        if table.game_id is not None and table.game is not None and table.game.phase is Phase.DRAWING:
            papers = self.papers.setdefault(table.game_id, [])
            papers += [] if table.paper in papers else [table.paper]
        if isinstance(history, facts.GameBegun) and self.after is None:
            self.after = before[1]
        if isinstance(history, facts.ChatSent):
            self.lines.append(history.text)
        if isinstance(history, facts.ActionTaken) and history.action in ("Guess", "Finish"):
            deed = table.paper, history.action, *history.fields.values()
            self.deeds.setdefault(history.seat, []).append(deed)
        if table.game is not None:
            assert violated_invariant(table.game) is None
        if table.is_over and table.game_id is not None and table.game_id not in self.games:
            self.games.append(table.game_id)

    def has(self, paper: int) -> bool:
        """Whether what happened on this paper is in the log."""
        return self.after is not None and paper > self.after

    def drawings(self, game: str) -> list[list[Mark]]:
        """Return all drawings of a game, by round and seat."""
        return [marks for paper in self.papers[game] for marks in self.sheets[paper]]


async def read_history(log: EventLog, code: str) -> TableHistory:
    """Read the history of a table; replaying all facts at once must give the same table."""
    history = since_compaction([decode_entry(entry) for _, entry in await log.read(code)])
    story = TableHistory(Table(code))
    for one in history:
        story.take(one)
    if story.table.sheets:
        story.sheets[story.table.paper] = [sheet.marks for sheet in story.table.sheets]
    assert table_state(replay_facts(code, history)) == table_state(story.table)
    return story


def table_state(table: Table) -> dict[str, object]:
    """Return everything about a table, for comparison."""
    ignored = ("box", "own_box", "sheets", "gallery")
    parts = {name: value for name, value in vars(table).items() if name not in ignored}
    parts["sheets"] = [sheet.marks for sheet in table.sheets]
    parts["gallery"] = {place: sheet.marks for place, sheet in table.gallery.items()}
    return parts
