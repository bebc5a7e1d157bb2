import unittest
import zlib
from struct import pack

from generator.texts.r_strings import string_vectors
from generator.texts.sentences import split_sentences


class TextsTest(unittest.TestCase):
    def test_split_sentences_splits_before_a_capital_letter_and_after_a_quotation(self) -> None:
        text = 'It is e.g. this.\nIs it?  "Yes." he said. "No!" It was 3.5 of them.'
        self.assertEqual(
            split_sentences(text),
            ['It is e.g. this.', 'Is it?', '"Yes."', 'he said.', '"No!"', 'It was 3.5 of them.'],
        )

    def test_string_vectors_reads_all_entries_of_an_r_data_file(self) -> None:
        def entry(*texts: bytes) -> bytes:
            head = b'X\n' + pack('>iii', 3, 0x40201, 0x30500) + pack('>i', 5) + b'UTF-8'
            body = pack('>ii', 16, len(texts)) + b''.join(
                pack('>ii', 0x8009, len(text)) + text for text in texts
            )
            return pack('>i', len(head + body)) + zlib.compress(head + body)

        data = entry(b'EMMA', b'', 'fianc\u00e9e'.encode()) + entry(b'by Jane')
        self.assertEqual(list(string_vectors(data)), [['EMMA', '', 'fianc\u00e9e'], ['by Jane']])
