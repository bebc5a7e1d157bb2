import unittest

import numpy as np

from generator.bags import build_bags, crop
from generator.loss import compute_loss
from generator.target import unit_rows

TEXTS = [[0, 1, 1], [2], [3, 4, 5, 6], [1, 6, 2], [7, 0], [5, 5, 3, 1, 2]]
VOCABULARY = 9
DIMENSION = 5
DELTA = 1e-6


class LossTest(unittest.TestCase):
    def setUp(self) -> None:
        random = np.random.default_rng(1)
        self.rows = random.normal(size=(VOCABULARY, DIMENSION))
        self.target = unit_rows(random.normal(size=(len(TEXTS), DIMENSION)))
        # float64, because the finite differences of the gradient test require its precision.
        self.bags = build_bags(TEXTS, VOCABULARY).astype(np.float64)
        self.cropped = crop(self.bags, 0.35, random).astype(np.float64)

    def value(self, rows: np.ndarray) -> float:
        return compute_loss(rows, self.bags, self.cropped, self.target).value

    def test_gradient_matches_finite_differences(self) -> None:
        gradient = compute_loss(self.rows, self.bags, self.cropped, self.target).gradient
        for row in range(VOCABULARY):
            for column in range(DIMENSION):
                delta = np.zeros_like(self.rows)
                delta[row, column] = DELTA
                slope = (self.value(self.rows + delta) - self.value(self.rows - delta)) / (2 * DELTA)
                self.assertAlmostEqual(gradient[row, column], slope, places=5)

    def test_gradient_is_zero_only_for_tokens_outside_the_batch(self) -> None:
        gradient = compute_loss(self.rows, self.bags, self.cropped, self.target).gradient
        self.assertTrue(np.all(gradient[8] == 0))
        self.assertFalse(np.any(np.all(gradient[:8] == 0, axis=1)))

    def test_loss_of_a_perfect_student_is_the_contrastive_loss(self) -> None:
        perfect = unit_rows(self.bags @ self.rows)
        whole = compute_loss(self.rows, self.bags, self.bags, perfect)
        similarity = perfect @ perfect.T / 0.05
        contrastive = np.log(np.exp(similarity).sum(1)) - np.diagonal(similarity)
        self.assertAlmostEqual(whole.value, 0.1 * contrastive.mean(), places=9)
