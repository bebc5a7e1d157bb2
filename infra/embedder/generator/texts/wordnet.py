"""WordNet's glosses, examples and words."""

import re
from pathlib import Path
from random import Random

FOLDER = 'usr/share/wordnet'
FILES = ('data.adj', 'data.adv', 'data.noun', 'data.verb')
# A gloss alone tells nothing of the word it explains; always after its words it would teach one form only.
SHARE_WITH_WORDS = 0.6
SHARE_WITH_BARE_WORD = 0.25
MIN_EXAMPLE_LENGTH = 13


def read_wordnet(root: Path, random: Random) -> list[str]:
    texts: list[str] = []
    for name in FILES:
        for line in (root / FOLDER / name).read_text('latin1').splitlines():
            # Lines that begin with blanks are the licence.
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
        f'{", ".join(words[:2])}: {meaning}' if random.random() < SHARE_WITH_WORDS else meaning,
        *examples,
    ]
    if random.random() < SHARE_WITH_BARE_WORD:
        texts.append(random.choice(words))
    return texts


def _readable(word: str) -> str:
    """Without the marker of an adjective's place, as in `galore(ip)`."""
    return re.sub(r'\(\w+\)$', '', word).replace('_', ' ')
