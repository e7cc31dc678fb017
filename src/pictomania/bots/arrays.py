"""Array types shared by the bots and their training."""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]
Polylines = list[FloatArray]  # a drawing: the points of each stroke, each of shape (n, 2)
