"""Training targets: the teacher's vectors, reduced to 256 dimensions by principal component analysis."""

from dataclasses import dataclass

import numpy as np

DIMENSION = 256


@dataclass(frozen=True)
class Projection:
    mean: np.ndarray
    """Mean of the teacher's vectors. It is subtracted because it does not distinguish texts."""
    directions: np.ndarray
    """Principal components, 384 x 256."""
    retained: float
    """Fraction of the variance that the principal components retain, 0 to 1."""

    def apply(self, vectors: np.ndarray) -> np.ndarray:
        """Projects vectors (texts x 384) to unit vectors (texts x 256)."""
        return unit_rows(unit_rows(vectors - self.mean) @ self.directions)


def fit_projection(vectors: np.ndarray) -> Projection:
    """Fits the projection. @param vectors the teacher's vectors of the training texts, texts x 384"""
    mean = vectors.mean(0)
    centered = unit_rows(vectors - mean)
    # eigh returns the eigenvalues in ascending order.
    values, directions = np.linalg.eigh(centered.T @ centered)
    chosen = slice(None, -DIMENSION - 1, -1)
    return Projection(mean, directions[:, chosen], float(values[chosen].sum() / values.sum()))


def unit_rows(rows: np.ndarray) -> np.ndarray:
    """Scales each row to length 1. Rows of zeros remain zeros."""
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
