"""Moves the rows until the mean of a text's rows points where the teacher's vector of it does."""

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array

from .adam import Adam
from .bags import crop
from .loss import loss_of
from .schedule import momentum, step_size
from .target import unit_rows

EPOCHS = 4
BATCH = 512
HELD_OUT = 4_000
CROP_SHARE = 0.35
SEED = 0


def train(rows: np.ndarray, bags: csr_array, target: np.ndarray, log: Callable[[str], None]) -> np.ndarray:
    """
    @param rows where to start
    @param bags every text; the last 4,000 are only measured with
    @returns rows of the same shape
    """
    rows = rows.copy()
    learned_from = bags.shape[0] - HELD_OUT
    batches = learned_from // BATCH
    optimiser = Adam(rows)
    random = np.random.default_rng(SEED)
    step = 0
    log(f'before training: {_agreement(rows, bags, target)}')
    for epoch in range(EPOCHS):
        order = random.permutation(learned_from)
        for first in range(0, batches * BATCH, BATCH):
            chosen = np.sort(order[first : first + BATCH])
            batch = bags[chosen]
            loss = loss_of(rows, batch, crop(batch, CROP_SHARE, random), target[chosen])
            steps = EPOCHS * batches
            optimiser.step(loss.gradient, step_size(step, steps), momentum(step, steps))
            step += 1
        log(f'epoch {epoch + 1}: last loss {loss.value:.4f}, {_agreement(rows, bags, target)}')
    return rows


def _agreement(rows: np.ndarray, bags: csr_array, target: np.ndarray) -> str:
    """With the teacher, on the texts held out."""
    vectors, wanted = unit_rows(bags[-HELD_OUT:] @ rows), target[-HELD_OUT:]
    pairs = np.triu_indices(HELD_OUT, 1)
    likeness = np.corrcoef((vectors @ vectors.T)[pairs], (wanted @ wanted.T)[pairs])[0, 1]
    return f'cosine {(vectors * wanted).sum(1).mean():.4f}, likenesses correlate {likeness:.4f}'
