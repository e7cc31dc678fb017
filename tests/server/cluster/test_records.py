"""Records: what is packed is read again, also by the neighbouring release, and nothing else is."""

from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.server.cluster import records
from pictomania.server.cluster.records import (
    HEADER,
    BadRecords,
    RecordBatch,
    RecordKind,
    decode_opening,
    decode_records,
    encode_opening,
)

CHANNELS = st.integers(0, 2**32 - 1)
ADDED = st.tuples(st.sampled_from(list(RecordKind)), CHANNELS, st.binary(max_size=300))


@given(st.lists(ADDED))
def test_records_come_out_as_they_went_in(added: list[tuple[RecordKind, int, bytes]]) -> None:
    """In order, with any writes between them; and the batch is empty afterwards."""
    batch = RecordBatch()
    for kind, channel, payload in added:
        if kind is RecordKind.WRITE:
            batch.write(channel, payload)
        else:
            batch.add(kind, channel, payload)
    found = [
        (kind, channel, payload)
        for kind, channels, payload in decode_records(batch.take())
        for channel in channels
    ]
    assert found == added
    assert (batch.size, batch.take()) == (0, b"")


def test_the_same_bytes_for_many_clients_travel_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as nothing else comes in between, and up to the number of channels that a record can have."""
    monkeypatch.setattr(records, "MAX_CHANNELS", 3)
    batch, frame, other = RecordBatch(), b"frame" * 200, b"other"
    for channel in range(4):
        batch.write(channel, frame)
    batch.write(4, other)
    batch.add(RecordKind.CLOSE, 4)
    batch.write(5, frame)
    assert batch.size < 4 * len(frame)
    first = batch.take()
    batch.write(6, frame)  # into another message
    messages = [list(decode_records(message)) for message in (first, batch.take())]
    assert messages == [
        [
            (RecordKind.WRITE, (0, 1, 2), frame),
            (RecordKind.WRITE, (3,), frame),
            (RecordKind.WRITE, (4,), other),
            (RecordKind.CLOSE, (4,), b""),
            (RecordKind.WRITE, (5,), frame),
        ],
        [(RecordKind.WRITE, (6,), frame)],
    ]


def test_a_message_that_breaks_off() -> None:
    """Whole records are read, and the rest is refused."""
    batch = RecordBatch()
    batch.add(RecordKind.TEXT, 7, b"one")
    first = len(batch.take())
    batch.add(RecordKind.TEXT, 7, b"one")
    batch.write(1, b"two")
    batch.write(2, b"two")
    whole = batch.take()
    ends = (0, first, len(whole))
    for size in set(range(len(whole))) - set(ends):
        found = decode_records(whole[:size])
        if size > first:
            assert next(found) == (RecordKind.TEXT, (7,), b"one")
        with pytest.raises(BadRecords):
            next(found)
    assert [len(list(decode_records(whole[:size]))) for size in ends] == [0, 1, 2]


def test_kinds_of_a_later_release() -> None:
    """They are read like any other; the ends of a link ignore what they don't know."""
    message = HEADER.pack(99, 2, 3) + pack("<2I", 4, 5) + b"new"
    assert list(decode_records(message)) == [(99, (4, 5), b"new")]


@pytest.mark.parametrize("only_seated", [True, False])
@pytest.mark.parametrize("bucket", ["10.1.2.3", "2001:db8::/64", ""])
def test_openings(bucket: str, only_seated: bool) -> None:
    """With room for what a later release may add."""
    payload = encode_opening(bucket, only_seated=only_seated)
    assert decode_opening(payload) == (bucket, only_seated)
    assert decode_opening(bytes((payload[0] | 0x80,)) + payload[1:] + b"more") == (bucket, only_seated)


@pytest.mark.parametrize("payload", [b"", b"\0", b"\0\1\xff"], ids=["empty", "short", "no text"])
def test_strange_openings(payload: bytes) -> None:
    """They are refused."""
    with pytest.raises(BadRecords):
        decode_opening(payload)
