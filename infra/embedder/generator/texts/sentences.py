"""Splits prose into sentences."""

import re


def one_line(text: str) -> str:
    return re.sub(r'\s+', ' ', text).strip()


def split_sentences(text: str) -> list[str]:
    """
    Splits a paragraph into sentences. A sentence ends at punctuation that precedes a capital letter or an
    opening quotation mark, or at a closing quotation mark after punctuation.
    """
    return re.split(r'(?<=[.!?])\s+(?=["“\'A-Z])|(?<=[.!?]["”])\s+', one_line(text))
