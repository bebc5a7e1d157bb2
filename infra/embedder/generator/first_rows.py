"""Where training starts: each token as the teacher sees it alone, heavier the rarer it is."""

from collections.abc import Sequence

import numpy as np

from .target import Projection


def first_rows(alone: np.ndarray, projection: Projection, texts: Sequence[Sequence[int]]) -> np.ndarray:
    """
    @param alone the teacher's vectors of the vocabulary, each token a text of its own
    @param texts token ids to count from
    @returns float32, vocabulary x 256
    """
    rows = (alone - alone.mean(0)) @ projection.directions
    return (rows * _rarity(len(alone), texts)[:, None]).astype(np.float32)


def _rarity(vocabulary: int, texts: Sequence[Sequence[int]]) -> np.ndarray:
    """Inverse document frequency, 1 for what no text has."""
    occurrences = np.zeros(vocabulary)
    for tokens in texts:
        occurrences[list(set(tokens))] += 1
    rarity = np.log((len(texts) + 1) / (occurrences + 1))
    return rarity / rarity.max()
