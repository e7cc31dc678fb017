"""Training of the guesser: from human sketches to a small network that recognises unfinished drawings.

Nothing in this package is shipped or imported by the game; only the trained network and its labels are.
"""
