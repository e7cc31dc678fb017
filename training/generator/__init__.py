"""How the bots' doodles are made: a small network learns to draw as people do, and draws; a guesser chooses.

Like the rest of `training` it runs on a machine with a GPU, and nothing of it is shipped but its drawings.
"""
