"""The tests: rooms as in the source, and laws, counts and transcripts over whole games."""
