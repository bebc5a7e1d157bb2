"""The file that the search service reads."""

import json
from dataclasses import dataclass
from struct import pack

import numpy as np

SPECIAL = ('[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]')
FORMAT = 'static-embed-1'
BASE = 'all-MiniLM-L6-v2 (Apache-2.0)'
ALIGNMENT = 16


@dataclass(frozen=True)
class TokenVectors:
    vocabulary: list[str]
    scales: np.ndarray
    """float32: what a row's codes are to be multiplied by."""
    codes: np.ndarray
    """int8, vocabulary x dimension"""


def quantise(rows: np.ndarray, vocabulary: list[str]) -> TokenVectors:
    """Leaves out the tokens that no text has."""
    kept = [index for index, token in enumerate(vocabulary) if not _never_in_texts(token)]
    chosen = rows[kept].astype(np.float32)
    scales = np.maximum(np.abs(chosen).max(1) / 127, 1e-12).astype('<f4')
    codes = np.round(chosen / scales[:, None]).astype(np.int8)
    return TokenVectors([vocabulary[index] for index in kept], scales, codes)


def _never_in_texts(token: str) -> bool:
    return token in SPECIAL or token.startswith('[unused')


def to_bytes(vectors: TokenVectors) -> bytes:
    """
    Little-endian: the header's length (u32), the header (JSON, filled with blanks), scales (f32), codes (int8
    by rows), the vocabulary separated by line feeds. `offset` in the header is where the scales begin.
    """
    vocabulary = '\n'.join(vectors.vocabulary).encode()
    header = {
        'format': FORMAT,
        'dim': vectors.codes.shape[1],
        'rows': len(vectors.vocabulary),
        'vocabBytes': len(vocabulary),
        'base': BASE,
        'offset': 0,
    }
    # The number of digits of `offset` has its part in what it says.
    while header['offset'] != (start := _aligned(4 + len(json.dumps(header)))):
        header['offset'] = start
    text = json.dumps(header).encode().ljust(start - 4)
    return b''.join(
        (pack('<I', len(text)), text, vectors.scales.tobytes(), vectors.codes.tobytes(), vocabulary)
    )


def _aligned(length: int) -> int:
    return -(-length // ALIGNMENT) * ALIGNMENT
