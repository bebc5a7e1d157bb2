"""Reads the glosses, examples and words of WordNet."""

import re
from pathlib import Path
from random import Random

FOLDER = 'usr/share/wordnet'
FILES = ('data.adj', 'data.adv', 'data.noun', 'data.verb')
# Fraction of the glosses that are prefixed with the words that they define. With 0, the words themselves
# would not be trained. With 1, all texts would have the same format.
WITH_WORDS_FRACTION = 0.6
BARE_WORD_FRACTION = 0.25
MIN_EXAMPLE_LENGTH = 13


def read_wordnet(root: Path, random: Random) -> list[str]:
    texts: list[str] = []
    for name in FILES:
        for line in (root / FOLDER / name).read_text('latin1').splitlines():
            # Lines that start with two spaces are the license.
            if '|' in line and not line.startswith('  '):
                texts += _texts_of_synset(line, random)
    return texts


def _texts_of_synset(line: str, random: Random) -> list[str]:
    head, gloss = line.split('|', 1)
    fields = head.split()
    words = [_readable(fields[4 + 2 * index]) for index in range(int(fields[3], 16))]
    meaning = re.sub(r'"[^"]*"', '', gloss).strip(' ;')
    examples = [example for example in re.findall(r'"([^"]+)"', gloss) if len(example) >= MIN_EXAMPLE_LENGTH]
    texts = [
        f'{", ".join(words[:2])}: {meaning}' if random.random() < WITH_WORDS_FRACTION else meaning,
        *examples,
    ]
    if random.random() < BARE_WORD_FRACTION:
        texts.append(random.choice(words))
    return texts


def _readable(word: str) -> str:
    """Removes the syntactic marker of an adjective (`galore(ip)`) and replaces underscores with spaces."""
    return re.sub(r'\(\w+\)$', '', word).replace('_', ' ')
