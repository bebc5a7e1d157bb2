import { growArray } from '../../embedded-storage/grow-array.ts';
import { DamagedFileError } from '../../embedded-storage/sqlite-errors.ts';
import { extractEntities } from '../entities/extract-entities.ts';
import { PostingLists } from './posting-lists.ts';
import { hashTerm, termKey } from './term-hash.ts';
import type { TermHash } from './term-hash.ts';

const COUNT_BYTES = 2;
const ENTRY_BYTES = 8;
// Flags of an entry.
const BEGINS_ENTITY = 1;
const IS_CERTAIN = 2;

/**
 * The entities of a tenant as a graph: one node for each term of an entity, with an edge to every item that names it. A term
 * connects an entity with its shorter forms, for example "Ada Lovelace" with "Lovelace".
 */
export class EntityIndex {
  readonly #edges = new PostingLists();
  /** Number of live items that name the term with certainty, by node. */
  #certain = new Uint32Array(256);

  get sizeBytes(): number {
    return this.#edges.sizeBytes + this.#certain.byteLength;
  }

  /** Adds the edges of an item. @param row contains the encoded entities of the item from `start` */
  add(ordinal: number, row: Uint8Array, start: number): void {
    for (const [{ low, high }, isCertain] of distinctTerms(row, start)) {
      const node = this.#edges.add(low, high, ordinal, 0);
      this.#certain = growArray(this.#certain, node + 1);
      if (isCertain) this.#certain[node]!++;
    }
  }

  /** Removes an item from the statistics. Parameters as in `add`. */
  remove(row: Uint8Array, start: number): void {
    for (const [{ low, high }, isCertain] of distinctTerms(row, start)) {
      const node = this.#edges.remove(low, high);
      if (isCertain) this.#certain[node]!--;
    }
  }

  /** Returns the number of items that name a term of an entity, or 0 if no item names it with certainty. */
  degree({ low, high }: TermHash): number {
    const node = this.#edges.find(low, high);
    return node === undefined || this.#certain[node] === 0 ? 0 : this.#edges.documentFrequency(node);
  }

  /** Visits the items that name a term of an entity. */
  forEachItem({ low, high }: TermHash, visit: (ordinal: number) => void): void {
    const node = this.#edges.find(low, high);
    if (node === undefined) return;
    const postings = this.#edges.postings(node);
    for (let i = 0; i < postings.length; i++) visit(postings[i]! >>> 8);
  }
}

/**
 * Encodes the entities of a text: the number of terms as a little-endian 16-bit integer, and 8 bytes per term with its hash, as
 * in term frequencies, and flags in the lowest byte of the second integer.
 */
export function encodeEntities(text: string): Uint8Array {
  const entries = extractEntities(text).flatMap(({ terms, isCertain }) =>
    terms.map((term, i) => ({
      ...hashTerm(term),
      flags: (i === 0 ? BEGINS_ENTITY : 0) | (isCertain ? IS_CERTAIN : 0),
    })),
  );
  const bytes = new Uint8Array(COUNT_BYTES + entries.length * ENTRY_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, entries.length, true);
  for (const [i, { low, high, flags }] of entries.entries()) {
    view.setUint32(COUNT_BYTES + i * ENTRY_BYTES, low, true);
    view.setUint32(COUNT_BYTES + i * ENTRY_BYTES + 4, high * 256 + flags, true);
  }
  return bytes;
}

/** Decodes the result of {@link encodeEntities}: the hashes of the terms of each entity. */
export function decodeEntities(row: Uint8Array, start: number): TermHash[][] {
  const entities: TermHash[][] = [];
  forEachEntry(row, start, (low, high, flags) => {
    if (flags & BEGINS_ENTITY) entities.push([]);
    entities.at(-1)?.push({ low, high });
  });
  return entities;
}

/**
 * Returns the offset after the encoded entities in a row.
 *
 * @throws DamagedFileError if the row is too short
 */
export function endOfEntities(row: Uint8Array, start: number): number {
  const count = start + 1 < row.length ? row[start]! + 256 * row[start + 1]! : Infinity;
  const end = start + COUNT_BYTES + count * ENTRY_BYTES;
  if (end > row.length)
    throw new DamagedFileError('The keyword file contains a truncated item row. Loci rebuilds the file.');
  return end;
}

/** Returns the distinct terms of the entities, and whether the text names them with certainty. */
function distinctTerms(row: Uint8Array, start: number): Iterable<[TermHash, boolean]> {
  const terms = new Map<number, [TermHash, boolean]>();
  forEachEntry(row, start, (low, high, flags) => {
    const isCertain = (flags & IS_CERTAIN) !== 0;
    const key = termKey({ low, high });
    const term = terms.get(key);
    if (!term) terms.set(key, [{ low, high }, isCertain]);
    else term[1] ||= isCertain;
  });
  return terms.values();
}

function forEachEntry(
  row: Uint8Array,
  start: number,
  visit: (low: number, high: number, flags: number) => void,
): void {
  const end = endOfEntities(row, start);
  const view = new DataView(row.buffer, row.byteOffset, row.length);
  for (let offset = start + COUNT_BYTES; offset < end; offset += ENTRY_BYTES) {
    const highAndFlags = view.getUint32(offset + 4, true);
    visit(view.getUint32(offset, true), highAndFlags >>> 8, highAndFlags & 0xff);
  }
}
