"""A value in a JSON document with its path, and checked conversions to the expected type."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import LONGEST, quoted
from pictomania.cli.score.strict_json import DuplicateKey, RawNumber


@dataclass(frozen=True, slots=True)
class JsonField:
    """A value and its path; the path of the whole document is empty."""

    path: str
    value: object

    def error(self, sentence: str) -> InputError:
        """Return an error about this field."""
        return InputError(self.path, sentence)

    def items(self, what: str) -> list["JsonField"]:
        """Return the items of a list; `what` names what is expected here."""
        if not isinstance(self.value, list):
            raise self.error(f"{self} is not {what}")
        return [JsonField(f"{self.path}[{place}]", item) for place, item in enumerate(self.value)]

    def entries(self, what: str) -> dict[str, "JsonField"]:
        """Return the values of an object with any keys."""
        if isinstance(self.value, DuplicateKey):
            raise self._member(self.value.key, None).error("appears twice in the same object")
        if not isinstance(self.value, dict):
            raise self.error(f"{self} is not {what}")
        return {key: self._member(key, value) for key, value in self.value.items()}

    def members(
        self, what: str, required: Sequence[str], defaults: Mapping[str, object]
    ) -> dict[str, "JsonField"]:
        """Return the values of an object with known keys; missing ones get their default."""
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

    def _member(self, key: str, value: object) -> "JsonField":
        if not key.isidentifier() or len(key) > LONGEST:
            return JsonField(f"{self.path}[{quoted(key)}]", value)
        return JsonField(f"{self.path}.{key}" if self.path else key, value)

    def __str__(self) -> str:
        """Format the value, short enough for a sentence."""
        match self.value:
            case None:
                return "null"
            case bool(truth):
                return "true" if truth else "false"
            case str(text):
                return quoted(text)
            case RawNumber(text):
                return text if len(text) <= LONGEST else f"a number of {len(text)} characters"
            case list():
                return "a list"
            case dict() | DuplicateKey():
                return "an object"
            case _:
                return str(self.value)
