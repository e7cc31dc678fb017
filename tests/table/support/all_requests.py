"""Every request that a client can send, and those that its state allows.

Knows no rules: a client could compute the same.
"""

from collections.abc import Iterator, Sequence

from pictomania.rules import Colour, Fault, May
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from pictomania.wire.from_client import AnyRequest, ClientMessage
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import State, TableMay

SEATS = range(7)
UNKNOWN_NAME = "Nobody"
CHAT, REACT, CHANGE_SETTINGS = (
    from_client.Chat("hello"),
    from_client.React(Reaction.CLAP),
    from_client.ChangeSettings(Settings()),
)
BOT_REQUESTS = (from_client.AddBot, from_client.SetBotSkill, from_client.StandIn)

# What each field of `TableMay` is about; `begin_not` explains `begin`.
BY_TABLE_MAY: dict[str, type[ClientMessage]] = {
    "take_seat": from_client.TakeSeat,
    "change_settings": from_client.ChangeSettings,
    "begin": from_client.Begin,
    "return_to_lobby": from_client.ReturnToLobby,
    "remove": from_client.Remove,
    "transfer_host": from_client.TransferHost,
    "add_bot": from_client.AddBot,
    "set_bot_skill": from_client.SetBotSkill,
    "stand_in": from_client.StandIn,
    "sit_out": from_client.SitOut,
    "come_back": from_client.ComeBack,
    "pause": from_client.Pause,
    "resume": from_client.Pause,
    "ask_for_pause": from_client.AskForPause,
    "end_after_round": from_client.EndAfterRound,
    "play_all_rounds": from_client.EndAfterRound,
    "hold_on": from_client.HoldOn,
    "let_go_on": from_client.HoldOn,
    "chat": from_client.Chat,
    "react": from_client.React,
}
# Requests that a state does not mention: clients can always try them.
UNMENTIONED: tuple[type[ClientMessage], ...] = (
    from_client.Leave,
    from_client.RequestTicket,
    from_client.Resync,
    from_client.Rename,
    from_client.SetLanguage,
    from_client.SetColour,
    from_client.SetReady,
)


def allowed_requests(state: State) -> list[AnyRequest]:
    """List the requests that a state allows."""
    may = state.view.may if state.view is not None else None
    names = [seat.name for seat in state.seats]
    return [
        *_allowed_by_table(state.may, names, state.seat),
        *(_allowed_by_rules(may, state.stop) if may is not None else ()),
    ]


def _allowed_by_table(may: TableMay, names: Sequence[str], me: int | None) -> Iterator[AnyRequest]:
    if may.take_seat:
        yield from_client.TakeSeat()
    yield from map(from_client.TakeSeat, may.take_seat)
    yield from (from_client.Remove(names[seat]) for seat in may.remove)
    yield from (from_client.TransferHost(names[seat]) for seat in may.transfer_host)
    yield from (from_client.SetBotSkill(names[seat], skill) for seat in may.set_bot_skill for skill in Skill)
    yield from (from_client.StandIn(names[seat], skill) for seat in may.stand_in for skill in Skill)
    yield from (from_client.AddBot(skill) for skill in Skill if may.add_bot)
    yield from (from_client.SitOut(names[seat]) for seat in may.sit_out)
    yield from (from_client.SitOut() for seat in may.sit_out if seat == me)
    switches: list[tuple[bool, AnyRequest]] = [
        (may.change_settings, CHANGE_SETTINGS),
        (may.begin, from_client.Begin()),
        (may.return_to_lobby, from_client.ReturnToLobby()),
        (may.come_back, from_client.ComeBack()),
        (may.pause, from_client.Pause(yes=True)),
        (may.resume, from_client.Pause(yes=False)),
        (may.ask_for_pause, from_client.AskForPause()),
        (may.end_after_round, from_client.EndAfterRound(yes=True)),
        (may.play_all_rounds, from_client.EndAfterRound(yes=False)),
        (may.hold_on, from_client.HoldOn(yes=True)),
        (may.let_go_on, from_client.HoldOn(yes=False)),
        (may.chat, CHAT),
        (may.react, REACT),
    ]
    yield from (request for is_allowed, request in switches if is_allowed)


def _allowed_by_rules(may: May, stop: int) -> Iterator[AnyRequest]:
    yield from (from_client.ChooseLevel(stop, level) for level in may.choose_level)
    yield from (from_client.Replace(stop, place) for place in may.replace)
    yield from (from_client.Vote(stop, yes) for yes in (True, False) if may.vote)
    yield from (from_client.Ready(stop) for _ in range(may.ready))
    yield from (from_client.Start(stop) for _ in range(may.start))
    yield from (from_client.Guess(stop, artist, number) for artist in may.guess for number in may.numbers)
    yield from (from_client.Finish(stop) for _ in range(may.finish))
    yield from (from_client.Finish(stop, token) for token in may.take)
    yield from (from_client.KeepPlaying(stop) for _ in range(may.keep_playing))
    yield from (from_client.Admit(stop, fault) for fault in may.admit)
    yield from (from_client.Retract(stop) for _ in range(may.retract))
    yield from (from_client.Object(stop, fault, artist) for artist in may.object_to for fault in may.object)
    yield from (from_client.Praise(stop, praise.round, praise.artist) for praise in may.praise)


def all_requests(stop: int, names: Sequence[str]) -> list[AnyRequest]:
    """List requests of every type at a stop, to players of these names: far more than is ever allowed."""
    return [*common_requests(stop, names), *_bot_requests(names), *_unmentioned_requests(names)]


def common_requests(stop: int, names: Sequence[str]) -> list[AnyRequest]:
    """List requests that a state mentions, except for those about bots."""
    return [
        *(from_client.TakeSeat(), CHANGE_SETTINGS, from_client.Begin(), from_client.ReturnToLobby()),
        *(CHAT, REACT),
        *map(from_client.TakeSeat, SEATS),
        *(from_client.SitOut(), from_client.ComeBack(), from_client.AskForPause()),
        *(
            kind(yes)
            for kind in (from_client.Pause, from_client.EndAfterRound, from_client.HoldOn)
            for yes in (True, False)
        ),
        *(
            kind(name)
            for kind in (from_client.Remove, from_client.TransferHost, from_client.SitOut)
            for name in (*names, UNKNOWN_NAME)
        ),
        *(from_client.ChooseLevel(stop, level) for level in (1, 2, 3, 4)),
        *(from_client.Replace(stop, place) for place in range(7)),
        *(from_client.Vote(stop, yes) for yes in (True, False)),
        *(
            from_client.Ready(stop),
            from_client.Start(stop),
            from_client.Ready(stop + 1),
            from_client.Start(max(0, stop - 1)),
        ),
        *(from_client.Guess(stop, artist, number) for artist in SEATS for number in range(9)),
        *(from_client.Finish(stop, token) for token in (None, 0, 1, 2, 3, 4)),
        *(from_client.Admit(stop, fault) for fault in Fault),
        *(from_client.KeepPlaying(stop), from_client.Retract(stop)),
        *(from_client.Object(stop, fault, artist) for fault in Fault for artist in SEATS),
        *(from_client.Praise(stop, number, artist) for number in range(6) for artist in SEATS),
    ]


def _bot_requests(names: Sequence[str]) -> Iterator[AnyRequest]:
    for skill in Skill:
        yield from_client.AddBot(skill)
        yield from (from_client.SetBotSkill(name, skill) for name in (*names, UNKNOWN_NAME))
        yield from (from_client.StandIn(name, skill) for name in (*names, UNKNOWN_NAME))


def _unmentioned_requests(names: Sequence[str]) -> Iterator[AnyRequest]:
    yield from (from_client.Leave(), from_client.RequestTicket(), from_client.Resync())
    yield from map(from_client.Rename, (*names, UNKNOWN_NAME, "\u200b"))
    yield from map(from_client.SetLanguage, ("en", "ru", "pt-BR"))
    yield from map(from_client.SetColour, Colour)
    yield from map(from_client.SetReady, (True, False))


def unpromised_requests() -> list[AnyRequest]:
    """List requests with contents that can be refused although their type is allowed."""
    return [from_client.Chat("\u200b"), from_client.ChangeSettings(Settings(deck="own"))]
