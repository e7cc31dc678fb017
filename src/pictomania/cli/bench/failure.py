"""Why a benchmark cannot run."""


class BenchError(Exception):
    """The message is one sentence for the person who started the benchmark."""
