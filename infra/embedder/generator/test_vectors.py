"""Test vectors for the search service, which implements the tokenizer and the model in TypeScript."""

import json
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from .target import unit_rows
from .token_vector_file import TokenVectors

DECIMALS = 5


def build_test_vectors(texts: list[str], model: str, vectors: TokenVectors, tokenizer: Tokenizer) -> str:
    """
    Returns JSON with the tokens and the vector of each text. Tokens outside the vocabulary are omitted.
    The vector of a text without tokens is zero.
    """
    row_of = {token: row for row, token in enumerate(vectors.vocabulary)}
    table = vectors.codes * vectors.scales[:, None]
    cases = []
    for text in texts:
        tokens = [
            token for token in tokenizer.encode(text, add_special_tokens=False).tokens if token in row_of
        ]
        summed = table[[row_of[token] for token in tokens]].sum(0, keepdims=True)
        vector = np.round(unit_rows(summed)[0].astype(np.float64), DECIMALS)
        cases.append({'text': text, 'tokens': tokens, 'vector': vector.tolist()})
    return json.dumps({'model': model, 'dim': table.shape[1], 'cases': cases}, ensure_ascii=False)


def read_texts(file: Path) -> list[str]:
    """Returns the texts of an existing file of test vectors."""
    return [case['text'] for case in json.loads(file.read_text('utf8'))['cases']]
