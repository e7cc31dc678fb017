"""A table where members join, play, chat, leave and come back at random."""

from collections.abc import Sequence
from copy import deepcopy
from random import Random

from pictomania.ink import Clear, Mark, Undo
from pictomania.rules import EditionName, Variant, View, awaited
from pictomania.table import requests
from pictomania.table.seat import Member
from pictomania.table.session import Session
from pictomania.table.table import Table
from pictomania.wire import from_client
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import RequestRefused, State
from tests.table.support.all_requests import allowed_requests
from tests.table.support.harness import LINE, NAMES, TableHarness, key_of

STRANGERS = ("Wim", "Zoe", "Yann")
RARE = (
    from_client.Remove,
    from_client.TransferHost,
    from_client.ReturnToLobby,
    from_client.ChangeSettings,
    from_client.Chat,
    from_client.React,
    from_client.Replace,
    from_client.Object,
    from_client.AddBot,
    from_client.SetBotSkill,
    from_client.StandIn,
    from_client.SitOut,
    from_client.Pause,
    from_client.AskForPause,
    from_client.EndAfterRound,
    from_client.HoldOn,
    from_client.Admit,
    from_client.Retract,
    from_client.KeepPlaying,
)
HOST_REQUESTS = (
    from_client.Remove,
    from_client.Pause,
    from_client.SitOut,
    from_client.EndAfterRound,
    from_client.StandIn,
    from_client.AddBot,
    from_client.SetBotSkill,
    from_client.ReturnToLobby,
)
SETTINGS = (
    Settings(),
    Settings(EditionName.FIRST),
    Settings(variants=(Variant.COMPETITIVE,), drawing_s=60, reveal="steps", reveal_s=15),
    Settings(EditionName.FIRST, (Variant.ONE_CARD, Variant.CHILDREN), replacements="any", erasing=False),
    Settings(levels="ask", replacements=0, hurry_s=None, reveal="steps"),
    Settings(EditionName.FIRST, rounds=2, level_choice="host", latecomers=False, idle_s=60),
)
PAUSES_S = (0.0, 0.01, 0.5, 2.0, 4.0, 15.0, 40.0, 130.0)


class RandomTable(TableHarness):
    """A table where anything happens that can, step by step, as its seed has it."""

    def __init__(self, seed: int, players: int, settings: Settings, bots: int = 0) -> None:
        """Seat the players and house bots, and begin a game; every third table starts in the lobby."""
        super().__init__(*NAMES[:players], settings=settings, seed=seed)
        for _ in range(bots):
            assert self.request(self.players[0], from_client.AddBot()) is None
        self.join_bots()
        if seed % 3 != 1:
            self.begin()

    def step(self) -> None:
        """Let something happen."""
        kind = self.random.random()
        if kind < 0.68:
            self.act()
        elif kind < 0.8:
            self.draw_something()
        elif kind < 0.88:
            self.wait(self.random.choice(PAUSES_S))
        elif kind < 0.89:
            self.manage_table()
        elif kind < 0.93:
            self.disconnect_or_leave()
        elif kind < 0.95:
            self.join_bots()
        else:
            self.join_someone()

    def random_member(self) -> Member | None:
        """Choose a connected member."""
        return self.random.choice(self.session.members) if self.session.members else None

    def act(self) -> None:
        """Let a member, preferably one who is awaited, send a request that is allowed."""
        member = self.random_member()
        if self.table.game is not None and self.random.random() < 0.8:
            slow = [
                other for other in self.session.members if self.session.seat_of(other) in awaited(self.game)
            ]
            if not slow:
                self.wait(10)
                return
            member = self.random.choice(slow)
        if member is not None:
            options = allowed_requests(self.state(member))
            if self.random.random() < 0.7:
                options = [option for option in options if not isinstance(option, RARE)] or options
            self.request_any(member, options)

    def request_any(self, member: Member, options: Sequence[from_client.AnyRequest]) -> None:
        """Send one of these requests, each type as likely as any other; all of them must be allowed."""
        kinds = sorted({type(option) for option in options}, key=lambda kind: kind.__name__)
        if kinds:
            kind = self.random.choice(kinds)
            choice = self.random.choice([option for option in options if type(option) is kind])
            assert self.request(member, choice) is None

    def manage_table(self) -> None:
        """Let the host remove a player, add a bot, or return to the lobby, where that is allowed."""
        hosts = [member for member in self.session.members if self.session.seat_of(member) == self.table.host]
        for host in hosts:
            allowed = allowed_requests(self.state(host))
            self.request_any(host, [option for option in allowed if isinstance(option, HOST_REQUESTS)])

    def draw_something(self) -> None:
        """Let a member draw a stroke, undo or clear, if they may."""
        member = self.random_member()
        if member is not None and may_draw(self.state(member).view):
            marks: list[Mark] = [LINE, LINE, LINE, Undo(), Clear()]
            self.draw(member, self.random.choice(marks if self.table.settings.erasing else [LINE]))

    def disconnect_or_leave(self) -> None:
        """Drop a connection or, now and then, let a member leave."""
        member = self.random_member()
        if member is not None and self.random.random() < 0.2:
            self.request(member, from_client.Leave())
        elif member is not None:
            self.disconnect(member)

    def join_bots(self) -> None:
        """Let all house bots follow their invites, some of which may be out of date."""
        for invite in list(self.invite_bots()):
            self.invites.remove(invite)
            self.try_to_join("Bot", key=invite.key, bot=True, watch=True)

    def join_someone(self) -> None:
        """Let a player come back, a stranger join, or a ticket be used on another device."""
        connected = {member.name for member in self.session.members}
        absent = [name for name in (*NAMES[:6], *STRANGERS) if name not in connected]
        name = self.random.choice(absent or NAMES)
        member = self.random_member()
        ticket = None
        if member is not None and self.session.seat_of(member) is not None and self.random.random() < 0.2:
            ticket = self.request_ticket(member)
        joined = self.try_to_join(name, key=key_of(name), watch=name == "Zoe", ticket=ticket)
        assert isinstance(joined, Member | Reason)

    def is_refused(self, member: Member, request: from_client.AnyRequest) -> bool:
        """Whether a request would be refused; it is sent to a copy of the session."""
        trial = fork(self.session)
        twin = trial.members[self.session.members.index(member)]
        requests.handle(trial, twin, request, self.now)
        return any(isinstance(mail.message, RequestRefused) for mail in trial.drain().mail)


def may_draw(view: View | None) -> bool:
    """Whether the owner of a view may draw."""
    return view is not None and view.may is not None and view.may.draw


def fork(session: Session) -> Session:
    """Copy a session to try something out; what no request changes is shared."""
    table = session.table
    shared = (
        *(table.game, table.settings, table.box, table.own_box, session.pick, session.secret),
        *(*table.sheets, *table.gallery.values(), *table.chat),
    )
    trial = deepcopy(session, {id(part): part for part in shared})
    trial.pick = Random(1).choice
    trial.drain()
    return trial


def attentive_request(state: State, random: Random) -> from_client.AnyRequest | None:
    """Return the request of a player who wants the game to go on, going by the state alone."""
    kinds = (
        from_client.Vote,
        from_client.Praise,
        from_client.Ready,
        from_client.ChooseLevel,
        from_client.Finish,
    )
    allowed = allowed_requests(state)
    for kind in kinds:
        options = [option for option in allowed if isinstance(option, kind)]
        if options:
            return random.choice(options)
    return None


def random_table(seed: int) -> RandomTable:
    """Return a table; players, house bots and settings depend on the seed."""
    players = 3 + seed % 4
    return RandomTable(seed, players, SETTINGS[seed % len(SETTINGS)], bots=min(seed % 3, 6 - players))


def snapshot(table: Table) -> dict[str, object]:
    """Return everything about a table; word cards are compared by their fingerprints."""
    boxes = {name: box and box.fingerprint for name, box in (("box", table.box), ("own_box", table.own_box))}
    return vars(table) | boxes
