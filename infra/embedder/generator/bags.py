"""Texts as bags of tokens: sparse rows with weight 1/n for each of the n tokens of a text."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array


def build_bags(texts: Sequence[Sequence[int]], vocabulary: int) -> csr_array:
    """
    Returns a texts x vocabulary matrix. Its product with the token vectors is the mean vector of each text.

    @param texts token ids. Every text must have at least one token.
    """
    lengths = np.array([len(tokens) for tokens in texts])
    tokens = np.concatenate([np.asarray(tokens, np.int32) for tokens in texts])
    weights = np.repeat((1 / lengths).astype(np.float32), lengths)
    return csr_array((weights, tokens, np.append(0, np.cumsum(lengths))), shape=(len(texts), vocabulary))


def crop(bags: csr_array, share: float, random: np.random.Generator) -> csr_array:
    """Keeps each token of a text with probability `share`, and at least one token of each text."""
    keep = random.random(len(bags.indices)) < share
    lengths = np.diff(bags.indptr)
    # One random token per text, kept if the text would otherwise be empty.
    fallback = bags.indptr[:-1] + (random.random(len(lengths)) * lengths).astype(np.int64)
    empty = np.add.reduceat(keep, bags.indptr[:-1], dtype=np.int64) == 0
    keep[fallback[empty]] = True
    kept = np.add.reduceat(keep, bags.indptr[:-1], dtype=np.int64)
    weights = np.repeat((1 / kept).astype(np.float32), kept)
    return csr_array((weights, bags.indices[keep], np.append(0, np.cumsum(kept))), shape=bags.shape)
