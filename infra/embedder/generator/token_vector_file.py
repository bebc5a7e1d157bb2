"""Quantizes token vectors and serializes them to the model file of the search service."""

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
    """Scale of each row, float32. A row is its codes multiplied by its scale."""
    codes: np.ndarray
    """int8 codes, vocabulary x dimension."""


def quantize(rows: np.ndarray, vocabulary: list[str]) -> TokenVectors:
    """Quantizes the rows to int8 and omits the special and unused tokens."""
    kept = [index for index, token in enumerate(vocabulary) if not _is_special(token)]
    chosen = rows[kept].astype(np.float32)
    scales = np.maximum(np.abs(chosen).max(1) / 127, 1e-12).astype('<f4')
    codes = np.round(chosen / scales[:, None]).astype(np.int8)
    return TokenVectors([vocabulary[index] for index in kept], scales, codes)


def _is_special(token: str) -> bool:
    return token in SPECIAL or token.startswith('[unused')


def to_bytes(vectors: TokenVectors) -> bytes:
    """
    Serializes the vectors in little-endian order: header length (u32), header (JSON, padded with spaces),
    scales (f32), codes (int8, row by row), vocabulary separated by line feeds. The header's `offset` is the
    position of the scales.
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
    # The header contains `offset`, so the number of its digits affects its value. Repeat until it is stable.
    while header['offset'] != (start := _aligned(4 + len(json.dumps(header)))):
        header['offset'] = start
    text = json.dumps(header).encode().ljust(start - 4)
    return b''.join(
        (pack('<I', len(text)), text, vectors.scales.tobytes(), vectors.codes.tobytes(), vocabulary)
    )


def _aligned(length: int) -> int:
    return -(-length // ALIGNMENT) * ALIGNMENT
