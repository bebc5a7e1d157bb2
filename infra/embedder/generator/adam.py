"""The Adam optimizer."""

import numpy as np

SECOND_MOMENT_DECAY = 0.999
EPSILON = 1e-8


class Adam:
    """Adam optimizer. Updates `rows` in place. @see D. Kingma and J. Ba, "Adam" (2014)"""

    def __init__(self, rows: np.ndarray) -> None:
        self._rows = rows
        self._first_moment = np.zeros_like(rows)
        self._second_moment = np.zeros_like(rows)
        self._steps = 0

    def step(self, gradient: np.ndarray, size: float, momentum: float) -> None:
        """Applies one update. Overwrites `gradient`, which serves as a buffer."""
        self._steps += 1
        self._first_moment *= momentum
        self._first_moment += (1 - momentum) * gradient
        self._second_moment *= SECOND_MOMENT_DECAY
        gradient *= gradient
        gradient *= 1 - SECOND_MOMENT_DECAY
        self._second_moment += gradient
        deviation = np.sqrt(self._second_moment, out=gradient)
        deviation /= (1 - SECOND_MOMENT_DECAY**self._steps) ** 0.5
        deviation += EPSILON
        self._rows -= (size / (1 - momentum**self._steps)) * (self._first_moment / deviation)
