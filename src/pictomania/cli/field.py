"""A value in a JSON document together with its path, and the shapes it can be asked to have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pictomania.cli.document import Doubled, Figure
from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import LONGEST, quoted


@dataclass(frozen=True, slots=True)
class Field:
    """A value and where it stands; the path of the whole document is empty."""

    path: str
    value: object

    def error(self, sentence: str) -> InputError:
        """Say what is wrong with this field."""
        return InputError(self.path, sentence)

    def items(self, what: str) -> list["Field"]:
        """Take a list apart; `what` names what should stand here."""
        if not isinstance(self.value, list):
            raise self.error(f"{self} is not {what}")
        return [Field(f"{self.path}[{place}]", item) for place, item in enumerate(self.value)]

    def entries(self, what: str) -> dict[str, "Field"]:
        """Take an object apart, whatever its keys."""
        if isinstance(self.value, Doubled):
            raise self._member(self.value.key, None).error("stands twice in the same object")
        if not isinstance(self.value, dict):
            raise self.error(f"{self} is not {what}")
        return {key: self._member(key, value) for key, value in self.value.items()}

    def members(
        self, what: str, required: Sequence[str], defaults: Mapping[str, object]
    ) -> dict[str, "Field"]:
        """Take an object with known keys apart, those it leaves out with their default."""
        found = self.entries(what)
        known = [*required, *defaults]
        for key, member in found.items():
            if key not in known:
                raise member.error(f"unknown key (the keys here are {', '.join(known)})")
        for key in required:
            if key not in found:
                raise self._member(key, None).error("missing")
        return {key: self._member(key, value) for key, value in defaults.items()} | found

    def text(self, what: str) -> str:
        """Expect a string."""
        if not isinstance(self.value, str):
            raise self.error(f"{self} is not {what}")
        return self.value

    def flag(self) -> bool:
        """Expect true or false."""
        if not isinstance(self.value, bool):
            raise self.error(f"{self} is neither true nor false")
        return self.value

    def one_of(self, numbers: Sequence[int], what: str) -> int:
        """Expect one of these numbers; true is not 1."""
        if type(self.value) is not int or self.value not in numbers:
            raise self.error(f"{self} is not {what}")
        return self.value

    def _member(self, key: str, value: object) -> "Field":
        if not key.isidentifier() or len(key) > LONGEST:
            return Field(f"{self.path}[{quoted(key)}]", value)
        return Field(f"{self.path}.{key}" if self.path else key, value)

    def __str__(self) -> str:
        """Write the value short enough for a sentence."""
        match self.value:
            case None:
                return "null"
            case bool(truth):
                return "true" if truth else "false"
            case str(text):
                return quoted(text)
            case Figure(written):
                return written if len(written) <= LONGEST else f"a number {len(written)} characters long"
            case list():
                return "a list"
            case dict() | Doubled():
                return "an object"
            case _:
                return str(self.value)
