"""What is wrong with the input, in one sentence that says where."""


class InputError(Exception):
    """A sentence about a place: a file, a line, the path of a field."""

    def __init__(self, place: str, sentence: str) -> None:
        """Join the two as they will be read; an empty place is the whole document."""
        super().__init__(f"{place}: {sentence}" if place else sentence)

    def within(self, place: str) -> "InputError":
        """Say the same of something inside a wider place."""
        return InputError(place, str(self))
