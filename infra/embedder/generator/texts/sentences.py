"""Splitting prose."""

import re


def one_line(text: str) -> str:
    return re.sub(r'\s+', ' ', text).strip()


def split_sentences(text: str) -> list[str]:
    """Sentences of one paragraph; one ends before a capital letter or an opening quotation mark."""
    return re.split(r'(?<=[.!?])\s+(?=["“\'A-Z])|(?<=[.!?]["”])\s+', one_line(text))
