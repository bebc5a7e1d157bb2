"""Samples and shuffles the training texts of all sources."""

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
    Returns 105,000 distinct texts in a reproducible random order: short definitions, technical prose and
    dialogue. The texts do not overlap with the data sets of the retrieval benchmarks.

    @param root folder with the unpacked packages
    @throws ValueError if a source has too few texts
    """
    random = Random(SEED)
    return _shuffled(
        [
            *_sample(read_wordnet(root, random), WORDNET, random),
            *_sample(read_python_documentation(root), PYTHON_DOCUMENTATION, random),
            *_sample(read_jane_austen(root), JANE_AUSTEN, random),
        ],
        random,
    )


def _sample(texts: list[str], count: int, random: Random) -> list[str]:
    distinct = _shuffled(list(dict.fromkeys(texts)), random)
    if len(distinct) < count:
        raise ValueError(f'A source has {len(distinct)} texts, but {count} are required.')
    return distinct[:count]


def _shuffled(texts: list[str], random: Random) -> list[str]:
    random.shuffle(texts)
    return texts
