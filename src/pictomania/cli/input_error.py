"""An error in the input, with its location."""


class InputError(Exception):
    """A sentence about a location: a file, a line, the path of a field."""

    def __init__(self, place: str, sentence: str) -> None:
        """Join the two; an empty place is the whole document."""
        super().__init__(f"{place}: {sentence}" if place else sentence)

    def within(self, place: str) -> "InputError":
        """Return the same error with a wider location in front."""
        return InputError(place, str(self))
