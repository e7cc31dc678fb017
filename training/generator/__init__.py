"""Training of the doodle generator: a small network learns to draw, and a guesser selects its best drawings.

Like the rest of `training` it runs on a machine with a GPU; only its drawings are shipped.
"""
