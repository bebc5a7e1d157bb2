"""Texts as bags of tokens: a row of weights, 1/n for each of its n tokens."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array


def make_bags(texts: Sequence[Sequence[int]], vocabulary: int) -> csr_array:
    """Texts x vocabulary; times the table of rows it is the mean row of each text. No text is empty."""
    lengths = np.array([len(tokens) for tokens in texts])
    tokens = np.concatenate([np.asarray(tokens, np.int32) for tokens in texts])
    weights = np.repeat((1 / lengths).astype(np.float32), lengths)
    return csr_array((weights, tokens, np.append(0, np.cumsum(lengths))), shape=(len(texts), vocabulary))


def crop(bags: csr_array, share: float, random: np.random.Generator) -> csr_array:
    """Keeps each token of each text with this probability, and one at least."""
    keep = random.random(len(bags.indices)) < share
    lengths = np.diff(bags.indptr)
    # One drawn for each text, kept whatever was drawn before where nothing else is.
    spared = bags.indptr[:-1] + (random.random(len(lengths)) * lengths).astype(np.int64)
    empty = np.add.reduceat(keep, bags.indptr[:-1], dtype=np.int64) == 0
    keep[spared[empty]] = True
    kept = np.add.reduceat(keep, bags.indptr[:-1], dtype=np.int64)
    weights = np.repeat((1 / kept).astype(np.float32), kept)
    return csr_array((weights, bags.indices[keep], np.append(0, np.cumsum(kept))), shape=bags.shape)
