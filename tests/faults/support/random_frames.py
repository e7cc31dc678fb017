"""Random WebSocket frames: valid, invalid and in between."""

import json
import struct
from collections.abc import Callable
from random import Random

from pictomania.ink import Clear, Erase, InkPiece, Mark, Point, Redo, Rotate, Stroke, Undo, encode_piece
from pictomania.wire import from_client
from pictomania.wire.frames import encode_ink_from_client
from pictomania.wire.json_codec import encode
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from tests.server.support.raw_client import BINARY, CLOSE, PING, PONG, TEXT, claim, frame
from tests.table.support.all_requests import all_requests

LANGUAGES = ("en", "es", "pt-BR", "zh-Hant")
ODD_VALUES: list[object] = [
    *(None, True, False, 0, -1, 7, 99, 100, 2**31, 2**31 + 1, 2**63, -(2**64), 10**400, 0.5, -0.0, 1e308),
    *(
        "",
        "x",
        "a" * 300,
        "\u202e",
        "\ud800",
        "\x00",
        "é\u0301\u0301\u0301\u0301",
        "__proto__",
        "key-of-P0",
        "en",
    ),
    *([], {}, [[[[[]]]]], {"a": {"b": {}}}, [1, 2, 3], {"type": "hello"}),
]


class RandomFrames:
    """Generates frames; knows the table code, some keys, and roughly the current stop."""

    def __init__(self, random: Random, code: str, keys: list[str]) -> None:
        self._random = random
        self._code = code
        self._keys = keys
        self._kinds: dict[Callable[[int, int], bytes], int] = {  # with their weights
            self._valid_message: 60,
            self._odd_fields: 8,
            self._mutated: 6,
            self._noise: 2,
            self._ink: 30,
            self._bad_ink: 4,
            self._control: 4,
        }

    def hello(self) -> bytes:
        """Return a hello, mostly valid and with a known key."""
        random = self._random
        key = random.choice(self._keys)
        hello = from_client.Hello(
            self._code,
            key,
            random.choice(("Ann", "Bob", "Cy", "\u202e", "x" * 150)) if random.random() < 0.2 else key[:3],
            random.choice(LANGUAGES),
            random.random() < 0.3,
            random.random() < 0.2,
            random.choice(self._keys) if random.random() < 0.1 else None,
        )
        return frame(TEXT, encode(hello))

    def next_frame(self, stop: int, paper: int) -> bytes:
        """Return a frame for a stop and a paper that may be out of date."""
        (kind,) = self._random.choices(list(self._kinds), list(self._kinds.values()))
        return kind(max(0, stop + self._random.choice((0, 0, 0, 0, -1, 1))), paper)

    def message(self, stop: int) -> from_client.FromClient:
        """Return a valid message, allowed or not."""
        random = self._random
        if random.random() < 0.7:
            return random.choice(all_requests(stop, ("Ann", "Bob", "P0", "P1", "P2")))
        other_requests: list[from_client.FromClient] = [
            from_client.RequestTicket(),
            from_client.Resync(),
            from_client.Leave(),
            from_client.Rename(random.choice(("Ann", "Zoë", "\u200b"))),
            from_client.SetLanguage(random.choice(LANGUAGES)),
            from_client.SetReady(random.random() < 0.5),
            from_client.ChangeSettings(Settings(levels=(1, 2), hurry_s=5, bots=random.random() < 0.9)),
            from_client.Chat("<script>alert(1)</script>"),
            from_client.React(random.choice(list(Reaction))),
            from_client.Begin(),
        ]
        return random.choice(other_requests)

    def _valid_message(self, stop: int, _: int) -> bytes:
        return frame(TEXT, encode(self.message(stop)))

    def _odd_fields(self, stop: int, _: int) -> bytes:
        """Return a message with odd, missing or additional fields."""
        fields = json.loads(encode(self.message(stop)))
        for name in list(fields):
            if self._random.random() < 0.4:
                fields[name] = self._random.choice(ODD_VALUES)
            elif self._random.random() < 0.1:
                del fields[name]
        if self._random.random() < 0.2:
            fields[self._random.choice(("seat", "key", "__proto__", "x"))] = self._random.choice(ODD_VALUES)
        text = json.dumps(fields, ensure_ascii=self._random.random() < 0.8)
        return frame(TEXT, text.encode(errors="surrogatepass"))

    def _mutated(self, stop: int, paper: int) -> bytes:
        """Return a valid frame with bytes changed, cut off or repeated."""
        whole = bytearray(self._random.choice((self._valid_message, self._ink))(stop, paper))
        for _ in range(self._random.randrange(1, 4)):
            at = self._random.randrange(len(whole))
            match self._random.randrange(4):
                case 0:
                    whole[at] ^= 1 << self._random.randrange(8)
                case 1:
                    del whole[at:]
                case 2:
                    whole[at:at] = whole[at : at + 9]
                case _:
                    whole[at] = self._random.randrange(256)
            whole = whole or bytearray(1)
        return bytes(whole)

    def _noise(self, _: int, __: int) -> bytes:
        data = self._random.randbytes(self._random.choice((1, 5, 40, 2_000)))
        return self._random.choice((data, frame(TEXT, data), frame(BINARY, data)))

    def _marks(self) -> tuple[Mark, ...]:
        random, tick = self._random, 0
        marks: list[Mark] = []
        for _ in range(random.randrange(1, 4)):
            points = []
            for _ in range(random.randrange(1, 30)):
                tick += random.randrange(40)
                points.append(
                    Point(random.randrange(3072), random.randrange(4096), random.randrange(256), tick)
                )
            line = Stroke(random.randrange(4), tuple(points))
            others: list[Mark] = [Undo(), Redo(), Clear(), Rotate(random.random() < 0.5), Erase((0, 1, 700))]
            marks.append(line if random.random() < 0.7 else random.choice(others))
            tick = 0
        return tuple(marks)

    def _ink(self, _: int, paper: int) -> bytes:
        place = self._random.choice((0, 0, 0, 1, 2, 3, 5, 3_000))
        return frame(BINARY, encode_ink_from_client(paper, encode_piece(InkPiece(place, 0, self._marks()))))

    def _bad_ink(self, _: int, paper: int) -> bytes:
        piece = bytearray(encode_piece(InkPiece(0, 0, self._marks())))
        for _ in range(self._random.randrange(1, 6)):
            piece[self._random.randrange(len(piece))] = self._random.randrange(256)
        return frame(BINARY, encode_ink_from_client(paper, bytes(piece)))

    def _control(self, _: int, __: int) -> bytes:
        random = self._random
        payload = random.randbytes(random.choice((0, 1, 2, 30, 125)))
        code = random.choice((0, 999, 1000, 1001, 1005, 1007, 1015, 2999, 3000, 4000, 65_535))
        return random.choice(
            (
                frame(PING, payload),
                frame(PONG, payload),
                frame(CLOSE, struct.pack(">H", code) + payload[:120]),
                frame(CLOSE, payload),
                frame(TEXT, payload, first=random.choice((0x00, 0x90, 0xA0, 0xC0))),
                frame(0, payload),
                frame(random.randrange(16), payload, mask=random.choice((b"", b"\x00\x00\x00\x00"))),
                bytes((0x81, 0xFF)) + claim(random.choice((70_000, 2**40, 2**63)))[1:],
            )
        )
