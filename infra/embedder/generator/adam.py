"""The optimiser."""

import numpy as np

DECAY_OF_SQUARES = 0.999
EPSILON = 1e-8


class Adam:
    """Changes the rows it was made for in place; @see D. Kingma and J. Ba, "Adam" (2014)."""

    def __init__(self, rows: np.ndarray) -> None:
        self._rows = rows
        self._mean = np.zeros_like(rows)
        self._squares = np.zeros_like(rows)
        self._steps = 0

    def step(self, gradient: np.ndarray, size: float, momentum: float) -> None:
        self._steps += 1
        self._mean *= momentum
        self._mean += (1 - momentum) * gradient
        self._squares *= DECAY_OF_SQUARES
        gradient *= gradient
        gradient *= 1 - DECAY_OF_SQUARES
        self._squares += gradient
        spread = np.sqrt(self._squares, out=gradient)
        spread /= (1 - DECAY_OF_SQUARES**self._steps) ** 0.5
        spread += EPSILON
        self._rows -= (size / (1 - momentum**self._steps)) * (self._mean / spread)
