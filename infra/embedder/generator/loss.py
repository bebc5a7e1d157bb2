"""What training makes small, and how it changes with the rows."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from .target import unit_rows

TEMPERATURE = 0.05
CROP_WEIGHT = 0.1
# In place of a text's likeness to itself, which is always 1 and teaches nothing.
MASKED = -9.0


@dataclass(frozen=True)
class Loss:
    value: float
    gradient: np.ndarray
    """Of each row of the table."""


def loss_of(rows: np.ndarray, bags: csr_array, cropped: csr_array, target: np.ndarray) -> Loss:
    """
    The sum of three: 1 - cosine to the target; how far the likenesses of the batch's texts to one another are
    from the teacher's (Kullback-Leibler); a tenth of whether a third of a text is most like the whole of it.

    @param bags the batch; `cropped` the same texts with tokens left out
    @param target of the batch, each of length 1
    """
    mean, mean_of_cropped = bags @ rows, cropped @ rows
    vectors, vectors_of_cropped = unit_rows(mean), unit_rows(mean_of_cropped)
    cosine, by_cosine = _cosine_loss(vectors, target)
    likeness, by_likeness = _likeness_loss(vectors, target)
    part, by_part, by_cropped = _part_loss(vectors, vectors_of_cropped)
    to_whole = _through_unit_rows(by_cosine + by_likeness + CROP_WEIGHT * by_part, vectors, mean)
    to_cropped = _through_unit_rows(CROP_WEIGHT * by_cropped, vectors_of_cropped, mean_of_cropped)
    return Loss(cosine + likeness + CROP_WEIGHT * part, bags.T @ to_whole + cropped.T @ to_cropped)


def _cosine_loss(vectors: np.ndarray, target: np.ndarray) -> tuple[float, np.ndarray]:
    return float(1 - (vectors * target).sum(1).mean()), -target / len(target)


def _likeness_loss(vectors: np.ndarray, target: np.ndarray) -> tuple[float, np.ndarray]:
    student, teacher = (_log_softmax(_without_self(every @ every.T)) for every in (vectors, target))
    wanted = np.exp(teacher)
    value = float((wanted * (teacher - student)).sum() / len(target))
    slope = (np.exp(student) - wanted) / (len(target) * TEMPERATURE)
    np.fill_diagonal(slope, 0)
    return value, (slope + slope.T) @ vectors


def _part_loss(vectors: np.ndarray, cropped: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    student = _log_softmax(cropped @ vectors.T / TEMPERATURE)
    slope = (np.exp(student) - np.eye(len(vectors), dtype=vectors.dtype)) / (len(vectors) * TEMPERATURE)
    return float(-np.diagonal(student).mean()), slope.T @ cropped, slope @ vectors


def _without_self(likeness: np.ndarray) -> np.ndarray:
    np.fill_diagonal(likeness, MASKED)
    return likeness / TEMPERATURE


def _log_softmax(scores: np.ndarray) -> np.ndarray:
    shifted = scores - scores.max(1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(1, keepdims=True))


def _through_unit_rows(gradient: np.ndarray, unit: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The gradient of rows before they were given length 1."""
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return (gradient - unit * (unit * gradient).sum(1, keepdims=True)) / lengths
