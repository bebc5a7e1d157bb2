"""Initial token vectors: the teacher's vector of each token, weighted by inverse document frequency."""

from collections.abc import Sequence

import numpy as np

from .target import Projection


def initial_rows(
    token_vectors: np.ndarray, projection: Projection, texts: Sequence[Sequence[int]]
) -> np.ndarray:
    """
    Returns the initial token vectors.

    @param token_vectors the teacher's vector of each token of the vocabulary, embedded as a separate text
    @param texts token ids of the texts that determine the document frequencies
    @returns float32, vocabulary x 256
    """
    rows = (token_vectors - token_vectors.mean(0)) @ projection.directions
    return (rows * _idf(len(token_vectors), texts)[:, None]).astype(np.float32)


def _idf(vocabulary: int, texts: Sequence[Sequence[int]]) -> np.ndarray:
    """Returns the inverse document frequency of each token, scaled to a maximum of 1."""
    document_frequency = np.zeros(vocabulary)
    for tokens in texts:
        document_frequency[list(set(tokens))] += 1
    idf = np.log((len(texts) + 1) / (document_frequency + 1))
    return idf / idf.max()
