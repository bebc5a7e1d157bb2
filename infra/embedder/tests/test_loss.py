import unittest

import numpy as np

from generator.bags import crop, make_bags
from generator.loss import loss_of
from generator.target import unit_rows

TEXTS = [[0, 1, 1], [2], [3, 4, 5, 6], [1, 6, 2], [7, 0], [5, 5, 3, 1, 2]]
VOCABULARY = 9
DIMENSION = 5
NUDGE = 1e-6


class LossTest(unittest.TestCase):
    def setUp(self) -> None:
        random = np.random.default_rng(1)
        self.rows = random.normal(size=(VOCABULARY, DIMENSION))
        self.target = unit_rows(random.normal(size=(len(TEXTS), DIMENSION)))
        # In float64: differences of a millionth are to be seen.
        self.bags = make_bags(TEXTS, VOCABULARY).astype(np.float64)
        self.cropped = crop(self.bags, 0.35, random).astype(np.float64)

    def value(self, rows: np.ndarray) -> float:
        return loss_of(rows, self.bags, self.cropped, self.target).value

    def test_gradient_is_the_slope_of_the_value(self) -> None:
        gradient = loss_of(self.rows, self.bags, self.cropped, self.target).gradient
        for row in range(VOCABULARY):
            for column in range(DIMENSION):
                nudge = np.zeros_like(self.rows)
                nudge[row, column] = NUDGE
                slope = (self.value(self.rows + nudge) - self.value(self.rows - nudge)) / (2 * NUDGE)
                self.assertAlmostEqual(gradient[row, column], slope, places=5)

    def test_a_token_of_no_text_is_left_alone(self) -> None:
        gradient = loss_of(self.rows, self.bags, self.cropped, self.target).gradient
        self.assertTrue(np.all(gradient[8] == 0))
        self.assertFalse(np.any(np.all(gradient[:8] == 0, axis=1)))

    def test_a_perfect_student_has_only_the_loss_of_its_parts(self) -> None:
        perfect = unit_rows(self.bags @ self.rows)
        whole = loss_of(self.rows, self.bags, self.bags, perfect)
        likeness = perfect @ perfect.T / 0.05
        parts = np.log(np.exp(likeness).sum(1)) - np.diagonal(likeness)
        self.assertAlmostEqual(whole.value, 0.1 * parts.mean(), places=9)
