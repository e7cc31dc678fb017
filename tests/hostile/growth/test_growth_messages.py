"""Every kind of message costs at most linear time in its size, and stores and sends bounded bytes."""

from collections.abc import Callable

import msgspec
import pytest

from pictomania.rules import Phase
from pictomania.table import arrivals, requests
from pictomania.table.seat import Member
from pictomania.wire import from_client
from pictomania.wire.json_codec import BadMessage, decode_from_client, encode
from pictomania.wire.limits import MAX_FRAME_BYTES
from tests.hostile.growth.linear import assert_linear
from tests.hostile.largest_messages import KINDS, filled, tag
from tests.table.support.harness import NAMES, TableHarness, key_of

HALF = MAX_FRAME_BYTES // 2
MAX_STORED = 8_000  # bytes that one message makes a table store
MAX_SENT = 8_000  # bytes of what is passed on to one client, beside the state of the table
MAX_STATE_BYTES = 64_000  # bytes, with any names; every change sends one to each client

each_kind = pytest.mark.parametrize("kind", KINDS, ids=tag)


# Decoding.


def _decode(data: bytes) -> None:
    """Decode something as often as takes a few milliseconds."""
    for _ in range(12):
        try:
            decode_from_client(data)
        except BadMessage:
            continue


def _padded(kind: type[from_client.ClientMessage], size: int) -> bytes:
    """Make a message with everything around its fields that a decoder has to skip."""
    fields = msgspec.json.encode(filled(kind))[1:-1]
    quarter = size // 4
    parts = (
        b'"x":"' + b"\\u00e9" * (quarter // 6) + b'"',
        b'"y":[' + b'{"z":null},' * (quarter // 11) + b"0]",
        fields + b" " * quarter,
        b",".join([fields.split(b",")[0]] * (quarter // 20 + 1)),
    )
    return b"{" + b",".join(parts) + b"}"


@each_kind
def test_decoding_a_padded_message(kind: type[from_client.ClientMessage]) -> None:
    assert isinstance(decode_from_client(_padded(kind, 2_000)), kind)
    assert_linear(lambda size: _padded(kind, size), _decode, HALF)


SHAPES: dict[str, Callable[[int], bytes]] = {
    "blanks": lambda size: b" " * size,
    "brackets": lambda size: b"[" * size,
    "braces": lambda size: b'{"type":' * (size // 8),
    "many fields": lambda size: b'{"a":1,' + b'"a":1,' * (size // 6) + b'"type":"leave"}',
    "the type last": lambda size: b'{"name":"' + b"A" * size + b'","type":"rename"}',
    "many types": lambda size: b"{" + b'"type":"leave",' * (size // 15) + b'"type":"leave"}',
    "a long type": lambda size: b'{"type":"' + b"a" * size + b'"}',
    "a long number": lambda size: b'{"type":"ready","stop":' + b"9" * size + b"}",
    "a long fraction": lambda size: b'{"type":"ready","stop":0.' + b"1" * size + b"}",
    "a large exponent": lambda size: b'{"type":"ready","stop":1e' + b"9" * size + b"}",
    "a long name": lambda size: b'{"type":"rename","name":"' + b"A" * size + b'"}',
    "escapes": lambda size: b'{"type":"rename","name":"' + b"\\ud83d\\ude80" * (size // 12) + b'"}',
    "quotes in what is wrong": lambda size: b'{"type":"rename","name":' + b'["\'`",' * (size // 7) + b"0",
    "a long key": lambda size: b'{"type":"hello","key":"' + b"k" * size + b'"}',
    "a long code": lambda size: b'{"type":"hello","table":"' + b"A" * size + b'"}',
    "many levels": lambda size: b'{"type":"settle","settings":{"levels":[' + b"1," * (size // 2) + b"1]}}",
    "not UTF-8 at the end": lambda size: b'{"x":"' + b"a" * size + b'\xff"}',
}


@pytest.mark.parametrize("make", SHAPES.values(), ids=SHAPES)
def test_decoding_what_is_no_message(make: Callable[[int], bytes]) -> None:
    assert_linear(make, _decode, HALF)


# Doing.


class Scene:
    """A table that somebody is heard at: players and a watcher, in a lobby or in a game."""

    def __init__(self, phase: Phase | None, names: tuple[str, ...] = NAMES[:6]) -> None:
        """Bring a table to a phase; None is the lobby."""
        self.harness = TableHarness()
        for number, name in enumerate(names):
            self.harness.players.append(self.harness.join(name, key=key_of(str(number))))
        self.watcher = self.harness.join(names[0], key=key_of("watcher"), watch=True)
        if phase is not None:
            self.harness.play_until(phase)
        self.settle()

    def settle(self) -> None:
        """Store and send what there is."""
        self.harness.store()
        self.harness.take_mail()
        self.harness.take_changed()

    def hear(self, member: Member, message: from_client.FromClient) -> None:
        """Do what a message asks."""
        session, now = self.harness.session, self.harness.now
        if isinstance(message, from_client.Hello):
            arrivals.join(session, message, now)
        else:
            requests.handle(session, member, message, now)


PHASES = (None, Phase.DRAWING, Phase.OVER)
LONGEST = str(filled(from_client.Rename)["name"])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if filled(kind, 0.5) != filled(kind)], ids=tag)
def test_doing_what_a_message_asks(kind: type[from_client.ClientMessage]) -> None:
    """With texts of half the length, and of the whole."""

    def make(percent: int) -> tuple[Scene, from_client.FromClient]:
        return Scene(None), decode_from_client(msgspec.json.encode(filled(kind, percent / 100)))

    def use(made: tuple[Scene, from_client.FromClient]) -> None:
        scene, message = made
        for _ in range(4):
            scene.hear(scene.harness.players[0], message)

    assert_linear(make, use, 50)


@pytest.mark.parametrize("phase", PHASES, ids=str)
@each_kind
def test_a_message_stores_and_sends_a_bounded_number_of_bytes(
    kind: type[from_client.ClientMessage], phase: Phase | None
) -> None:
    """Said by the host, by a player and by a watcher, all of whom have the longest names there are."""
    scene = Scene(phase, (LONGEST,) * 5)
    names = [who.name for who in scene.harness.table.seats]
    for member in (scene.watcher, scene.harness.players[1], scene.harness.players[0]):
        fields = filled(kind)
        sensible = {"who": names[2], "stop": scene.harness.table.stop, "watch": False, "seat": 4, "artist": 2}
        fields |= {name: value for name, value in sensible.items() if name in fields}
        scene.hear(member, decode_from_client(msgspec.json.encode(fields)))
        assert scene.harness.session.unstored_bytes <= MAX_STORED
        sent = [len(encode(mail.message)) for mail in scene.harness.take_mail() if mail.message is not None]
        assert sum(sent) <= MAX_SENT
        assert all(
            len(encode(scene.harness.state(one))) <= MAX_STATE_BYTES for one in scene.harness.session.members
        )
        scene.settle()
