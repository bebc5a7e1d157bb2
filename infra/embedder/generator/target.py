"""What the student is to reach: the teacher's vectors, fewer of their directions."""

from dataclasses import dataclass

import numpy as np

DIMENSION = 256


@dataclass(frozen=True)
class Projection:
    mean: np.ndarray
    """What all texts have in common, which tells none from another."""
    directions: np.ndarray
    """384 x 256"""
    kept: float
    """Share of the squared length that the directions keep, 0..1."""

    def apply(self, vectors: np.ndarray) -> np.ndarray:
        """Texts x 384 to texts x 256, each of length 1."""
        return unit_rows(unit_rows(vectors - self.mean) @ self.directions)


def fit_projection(vectors: np.ndarray) -> Projection:
    """@param vectors the teacher's, of the texts to learn from"""
    mean = vectors.mean(0)
    centred = unit_rows(vectors - mean)
    # Ascending, as eigh gives them.
    values, directions = np.linalg.eigh(centred.T @ centred)
    chosen = slice(None, -DIMENSION - 1, -1)
    return Projection(mean, directions[:, chosen], float(values[chosen].sum() / values.sum()))


def unit_rows(rows: np.ndarray) -> np.ndarray:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
