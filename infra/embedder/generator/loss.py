"""The training loss and its gradient."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from .target import unit_rows

TEMPERATURE = 0.05
CROP_WEIGHT = 0.1
# Replaces the similarity of a text to itself, which is always 1 and carries no information.
MASKED = -9.0


@dataclass(frozen=True)
class Loss:
    value: float
    gradient: np.ndarray
    """Gradient with respect to the token vectors, vocabulary x dimension."""


def compute_loss(rows: np.ndarray, bags: csr_array, cropped: csr_array, target: np.ndarray) -> Loss:
    """
    Returns the sum of three losses and its gradient:

    - 1 - cosine similarity to the target
    - Kullback-Leibler divergence of the similarities within the batch, student from teacher
    - 0.1 x contrastive loss that matches each cropped text to its whole text

    @param rows token vectors, vocabulary x dimension
    @param bags the batch
    @param cropped the same texts with part of their tokens
    @param target unit vectors of the batch, texts x dimension
    """
    mean, cropped_mean = bags @ rows, cropped @ rows
    vectors, cropped_vectors = unit_rows(mean), unit_rows(cropped_mean)
    cosine, by_cosine = _cosine_loss(vectors, target)
    similarity, by_similarity = _similarity_loss(vectors, target)
    contrastive, by_whole, by_cropped = _contrastive_loss(vectors, cropped_vectors)
    by_vectors = by_cosine + by_similarity + CROP_WEIGHT * by_whole
    whole_gradient = _backpropagate_normalization(by_vectors, vectors, mean)
    cropped_gradient = _backpropagate_normalization(CROP_WEIGHT * by_cropped, cropped_vectors, cropped_mean)
    value = cosine + similarity + CROP_WEIGHT * contrastive
    return Loss(value, bags.T @ whole_gradient + cropped.T @ cropped_gradient)


def _cosine_loss(vectors: np.ndarray, target: np.ndarray) -> tuple[float, np.ndarray]:
    return float(1 - (vectors * target).sum(1).mean()), -target / len(target)


def _similarity_loss(vectors: np.ndarray, target: np.ndarray) -> tuple[float, np.ndarray]:
    student, teacher = (_log_softmax(_mask_diagonal(matrix @ matrix.T)) for matrix in (vectors, target))
    probabilities = np.exp(teacher)
    value = float((probabilities * (teacher - student)).sum() / len(target))
    gradient = (np.exp(student) - probabilities) / (len(target) * TEMPERATURE)
    np.fill_diagonal(gradient, 0)
    return value, (gradient + gradient.T) @ vectors


def _contrastive_loss(vectors: np.ndarray, cropped: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    student = _log_softmax(cropped @ vectors.T / TEMPERATURE)
    gradient = (np.exp(student) - np.eye(len(vectors), dtype=vectors.dtype)) / (len(vectors) * TEMPERATURE)
    return float(-np.diagonal(student).mean()), gradient.T @ cropped, gradient @ vectors


def _mask_diagonal(similarity: np.ndarray) -> np.ndarray:
    np.fill_diagonal(similarity, MASKED)
    return similarity / TEMPERATURE


def _log_softmax(scores: np.ndarray) -> np.ndarray:
    shifted = scores - scores.max(1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(1, keepdims=True))


def _backpropagate_normalization(gradient: np.ndarray, unit: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Returns the gradient with respect to `rows`, given the gradient with respect to the normalized rows."""
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return (gradient - unit * (unit * gradient).sum(1, keepdims=True)) / lengths
