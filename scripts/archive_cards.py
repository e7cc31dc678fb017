"""Keep a copy of today's word cards, so that games that run with them survive a change.

    python -m scripts.archive_cards

Run this before changing cards that were in a release. Does nothing if they are kept already.
"""

import gzip
from datetime import UTC, datetime
from pathlib import Path

from pictomania.words import house_deck, pack

FOLDER = Path(__file__).parents[1] / "src/pictomania/words/cards/earlier"


def main() -> None:
    """Write the file, named after the day."""
    packed = pack(house_deck())
    kept = [file for file in FOLDER.iterdir() if gzip.decompress(file.read_bytes()) == packed]
    if kept:
        print(f"kept already: {kept[0].name}")
        return
    file = FOLDER / f"{datetime.now(UTC):%Y-%m-%d}.msgpack.gz"
    if file.exists():
        raise SystemExit(f"{file.name} has the cards of another version of this day: rename it")
    file.write_bytes(gzip.compress(packed, mtime=0))
    print(f"written: {file.name}")


if __name__ == "__main__":
    main()
