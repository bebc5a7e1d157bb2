"""Trains the token vectors so that the mean of a text's vectors has the direction of the teacher's vector."""

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array

from .adam import Adam
from .bags import crop
from .loss import compute_loss
from .schedule import momentum, step_size
from .target import unit_rows

EPOCHS = 4
BATCH = 512
HELD_OUT = 4_000
CROP_FRACTION = 0.35
SEED = 0


def train(rows: np.ndarray, bags: csr_array, target: np.ndarray, log: Callable[[str], None]) -> np.ndarray:
    """
    Trains the token vectors.

    @param rows initial token vectors, vocabulary x 256. Not changed.
    @param bags all texts. The last 4,000 are held out for evaluation.
    @param target unit vectors of the texts, texts x 256
    @returns the trained token vectors
    """
    rows = rows.copy()
    training_count = bags.shape[0] - HELD_OUT
    batches = training_count // BATCH
    optimizer = Adam(rows)
    random = np.random.default_rng(SEED)
    step = 0
    log(f'before training: {_evaluate(rows, bags, target)}')
    for epoch in range(EPOCHS):
        order = random.permutation(training_count)
        for first in range(0, batches * BATCH, BATCH):
            chosen = np.sort(order[first : first + BATCH])
            batch = bags[chosen]
            loss = compute_loss(rows, batch, crop(batch, CROP_FRACTION, random), target[chosen])
            steps = EPOCHS * batches
            optimizer.step(loss.gradient, step_size(step, steps), momentum(step, steps))
            step += 1
        log(f'epoch {epoch + 1}: last loss {loss.value:.4f}, {_evaluate(rows, bags, target)}')
    return rows


def _evaluate(rows: np.ndarray, bags: csr_array, target: np.ndarray) -> str:
    """Compares the held-out texts with the teacher's vectors."""
    vectors, expected = unit_rows(bags[-HELD_OUT:] @ rows), target[-HELD_OUT:]
    pairs = np.triu_indices(HELD_OUT, 1)
    correlation = np.corrcoef((vectors @ vectors.T)[pairs], (expected @ expected.T)[pairs])[0, 1]
    return f'cosine {(vectors * expected).sum(1).mean():.4f}, correlation of similarities {correlation:.4f}'
