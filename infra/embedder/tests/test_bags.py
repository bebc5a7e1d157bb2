import unittest

import numpy as np

from generator.bags import build_bags, crop

TEXTS = [[3, 1, 1], [0], [2, 4, 0, 1]]


class BagsTest(unittest.TestCase):
    def test_product_with_rows_is_the_mean_row_of_each_text(self) -> None:
        rows = np.random.default_rng(0).normal(size=(5, 4)).astype(np.float32)
        expected = [rows[tokens].mean(0) for tokens in TEXTS]
        np.testing.assert_allclose(build_bags(TEXTS, 5) @ rows, expected, rtol=1e-5)

    def test_crop_keeps_a_nonempty_subset_of_the_tokens_of_each_text(self) -> None:
        bags = build_bags(TEXTS * 200, 5)
        cropped = crop(bags, 0.35, np.random.default_rng(0))
        self.assertEqual(cropped.shape, bags.shape)
        for row, tokens in enumerate(TEXTS * 200):
            kept = list(cropped.indices[cropped.indptr[row] : cropped.indptr[row + 1]])
            self.assertGreaterEqual(len(kept), 1)
            self.assertTrue(all(kept.count(token) <= tokens.count(token) for token in kept))
        np.testing.assert_allclose(cropped.sum(1), 1, rtol=1e-6)
        self.assertLess(cropped.nnz, 0.6 * bags.nnz)
