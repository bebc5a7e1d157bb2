"""Reads the string vectors in the data file of an R package."""

import zlib
from collections.abc import Iterator
from struct import unpack_from

STRING_VECTOR = 16
HEADER_VERSION_3 = 3


def string_vectors(data: bytes) -> Iterator[list[str]]:
    """
    Yields the string vectors of a lazy-load file (`.rdb`). Each entry of the file is a length of four bytes
    and a zlib stream in R's XDR format.

    @throws ValueError if an entry is not a string vector in the XDR format

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
        raise ValueError('The entry is not in the XDR format of R.')
    at = 2 + 3 * 4
    if unpack_from('>i', entry, 2)[0] >= HEADER_VERSION_3:
        # Since version 3, the header ends with the name of the encoding.
        at += 4 + unpack_from('>i', entry, at)[0]
    flags, count = unpack_from('>ii', entry, at)
    if flags & 0xFF != STRING_VECTOR:
        raise ValueError('The entry is not a string vector.')
    at += 8
    strings: list[str] = []
    for _ in range(count):
        length = max(0, unpack_from('>i', entry, at + 4)[0])  # -1 encodes a missing value (NA)
        at += 8
        strings.append(entry[at : at + length].decode('utf8'))
        at += length
    return strings
