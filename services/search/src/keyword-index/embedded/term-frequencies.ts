import { DamagedFileError } from '../../embedded-storage/sqlite-errors.ts';
import { hashTerm } from './term-hash.ts';
import { forEachTextTerm } from '../text-analysis/text-terms.ts';

const ENTRY_BYTES = 8;
const MAX_COUNT = 0xff;

/** The terms of a text as bytes: per distinct term the low 32 bits of its key, the high 24 and the count. */
export function encodeTermFrequencies(text: string): Uint8Array {
  const counts = new Map<string, number>();
  forEachTextTerm(text, (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
  const bytes = new Uint8Array(counts.size * ENTRY_BYTES);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const [term, count] of counts) {
    const { low, high } = hashTerm(term);
    view.setUint32(offset, low, true);
    view.setUint32(offset + 4, high * 256 + Math.min(count, MAX_COUNT), true);
    offset += ENTRY_BYTES;
  }
  return bytes;
}

/**
 * Reads them again, from `start` to the end.
 *
 * @throws DamagedFileError when there is no whole number of entries
 */
export function forEachTermFrequency(
  bytes: Uint8Array,
  start: number,
  visit: (low: number, high: number, count: number) => void,
): void {
  if ((bytes.length - start) % ENTRY_BYTES !== 0) throw new DamagedFileError('A row has half a term.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let offset = start; offset < bytes.length; offset += ENTRY_BYTES) {
    const rest = view.getUint32(offset + 4, true);
    visit(view.getUint32(offset, true), rest >>> 8, rest & 0xff);
  }
}
