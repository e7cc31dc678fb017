"""Training of the guesser: from human sketches to a small network that names an unfinished drawing.

Nothing here is shipped or imported by the game; what it makes is a network and a list of its outputs.
"""
