"""Embeds texts with the teacher model."""

from collections.abc import Callable, Sequence

import numpy as np
import onnxruntime

WIDTH = 384


class Teacher:
    def __init__(self, model: bytes, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(model, options, providers=['CPUExecutionProvider'])

    def embed(
        self,
        texts: Sequence[Sequence[int]],
        tokens_per_run: int,
        progress: Callable[[int], None] = lambda _: None,
    ) -> np.ndarray:
        """
        Embeds texts.

        @param texts token ids, including [CLS] and [SEP]
        @param tokens_per_run maximum tokens in one batch, including padding
        @param progress called after each batch with the number of embedded texts
        @returns unit vectors (float32, texts x 384), in the order of the texts
        """
        vectors = np.zeros((len(texts), WIDTH), np.float32)
        # Sorting by length minimizes the padding.
        order = sorted(range(len(texts)), key=lambda index: -len(texts[index]))
        done = 0
        while done < len(order):
            length = len(texts[order[done]])
            chosen = order[done : done + max(1, tokens_per_run // length)]
            ids = np.zeros((len(chosen), length), np.int64)
            mask = np.zeros_like(ids)
            for row, index in enumerate(chosen):
                ids[row, : len(texts[index])] = texts[index]
                mask[row, : len(texts[index])] = 1
            vectors[chosen] = self._session.run(None, {'ids': ids, 'mask': mask})[0]
            done += len(chosen)
            progress(done)
        return vectors
