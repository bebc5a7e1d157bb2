"""Reads the vectors of strings in the data file of an R package."""

import zlib
from collections.abc import Iterator
from struct import unpack_from

STRING_VECTOR = 16
HEADER_VERSION_3 = 3


def string_vectors(data: bytes) -> Iterator[list[str]]:
    """
    Each entry of a lazy-load file (`.rdb`) is its length in four bytes and a zlib stream of R's XDR form.

    @see "Serialization Formats" in the manual "R Internals"
    """
    start = 0
    while start < len(data):
        stream = zlib.decompressobj()
        entry = stream.decompress(data[start + 4 :])
        start = len(data) - len(stream.unused_data)
        yield _strings(entry)


def _strings(entry: bytes) -> list[str]:
    if not entry.startswith(b'X\n'):
        raise ValueError('Not in the XDR form of R.')
    at = 2 + 3 * 4
    if unpack_from('>i', entry, 2)[0] >= HEADER_VERSION_3:
        # The name of an encoding follows.
        at += 4 + unpack_from('>i', entry, at)[0]
    flags, count = unpack_from('>ii', entry, at)
    if flags & 0xFF != STRING_VECTOR:
        raise ValueError('Not a vector of strings.')
    at += 8
    strings: list[str] = []
    for _ in range(count):
        length = max(0, unpack_from('>i', entry, at + 4)[0])  # -1: not available
        at += 8
        strings.append(entry[at : at + length].decode('utf8'))
        at += length
    return strings
