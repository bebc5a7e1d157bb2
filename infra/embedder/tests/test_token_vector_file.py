import json
import unittest
from struct import unpack_from

import numpy as np

from generator.token_vector_file import quantize, to_bytes

VOCABULARY = ['[PAD]', '[unused0]', '[UNK]', 'cat', '##s', 'café', '[MASK]']


class TokenVectorFileTest(unittest.TestCase):
    def setUp(self) -> None:
        self.rows = np.random.default_rng(0).normal(size=(len(VOCABULARY), 8)).astype(np.float32)
        self.vectors = quantize(self.rows, VOCABULARY)

    def test_quantize_omits_special_and_unused_tokens(self) -> None:
        self.assertEqual(self.vectors.vocabulary, ['cat', '##s', 'café'])

    def test_codes_times_scale_differ_from_the_row_by_at_most_half_a_scale(self) -> None:
        restored = self.vectors.codes * self.vectors.scales[:, None]
        furthest = np.abs(restored - self.rows[3:6]).max(1)
        self.assertTrue(np.all(furthest <= self.vectors.scales / 2 * 1.001))

    def test_header_describes_the_position_of_each_section(self) -> None:
        data = to_bytes(self.vectors)
        (length,) = unpack_from('<I', data)
        header = json.loads(data[4 : 4 + length])
        self.assertEqual(header['offset'], 4 + length)
        self.assertEqual(header['offset'] % 16, 0)
        codes = header['offset'] + 4 * header['rows']
        words = codes + header['rows'] * header['dim']
        np.testing.assert_array_equal(np.frombuffer(data, '<f4', 3, header['offset']), self.vectors.scales)
        np.testing.assert_array_equal(
            np.frombuffer(data, np.int8, 24, codes).reshape(3, 8), self.vectors.codes
        )
        self.assertEqual(data[words:].decode().split('\n'), self.vectors.vocabulary)
        self.assertEqual(len(data) - words, header['vocabBytes'])
