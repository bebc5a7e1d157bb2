"""Reads the sentences of Jane Austen's six novels."""

import re
from pathlib import Path

from .r_strings import string_vectors
from .sentences import split_sentences

FILE = 'usr/lib/R/site-library/janeaustenr/data/Rdata.rdb'
LENGTHS = range(16, 300)


def read_jane_austen(root: Path) -> list[str]:
    texts: list[str] = []
    for lines in string_vectors((root / FILE).read_bytes()):
        for paragraph in re.split(r'\n\s*\n', '\n'.join(lines)):
            sentences = split_sentences(paragraph.replace('_', ''))
            texts += [sentence for sentence in sentences if len(sentence) in LENGTHS]
    return texts
