"""The mixture that the student learns from."""

from pathlib import Path
from random import Random

from .jane_austen import read_jane_austen
from .python_documentation import read_python_documentation
from .wordnet import read_wordnet

SEED = 3
WORDNET = 70_000
PYTHON_DOCUMENTATION = 20_000
JANE_AUSTEN = 15_000


def read_training_texts(root: Path) -> list[str]:
    """
    105,000 different texts in an order of their own: short definitions, technical prose, people who talk.
    None is a text that retrieval is measured with.

    @param root the folder the packages were unpacked into
    """
    random = Random(SEED)
    return _shuffled(
        [
            *_some(read_wordnet(root, random), WORDNET, random),
            *_some(read_python_documentation(root), PYTHON_DOCUMENTATION, random),
            *_some(read_jane_austen(root), JANE_AUSTEN, random),
        ],
        random,
    )


def _some(texts: list[str], count: int, random: Random) -> list[str]:
    different = _shuffled(list(dict.fromkeys(texts)), random)
    if len(different) < count:
        raise ValueError(f'A source has {len(different)} texts and not {count}.')
    return different[:count]


def _shuffled(texts: list[str], random: Random) -> list[str]:
    random.shuffle(texts)
    return texts
