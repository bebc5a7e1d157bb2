"""Reads the sentences of the Python documentation, without code."""

import re
from pathlib import Path

from .sentences import split_sentences

FOLDER = 'usr/share/doc/python3.11/html/_sources'
LENGTHS = range(26, 400)


def read_python_documentation(root: Path) -> list[str]:
    texts: list[str] = []
    for file in sorted((root / FOLDER).rglob('*.txt')):
        for paragraph in re.split(r'\n\s*\n', file.read_text('utf8', errors='ignore')):
            if not _is_prose(paragraph):
                continue
            words = re.sub(r':\w+:`~?([^`]+)`', r'\1', paragraph).replace('`', '').replace('*', '')
            texts += [sentence for sentence in split_sentences(words) if len(sentence) in LENGTHS]
    return texts


def _is_prose(paragraph: str) -> bool:
    directive = paragraph.strip().startswith(('..', '::'))
    return not (directive or '>>>' in paragraph or '=====' in paragraph)
