import { DamagedFileError } from '../../embedded-storage/sqlite-errors.ts';
import { forEachTextTerm } from '../text-analysis/text-terms.ts';
import { hashTerm } from './term-hash.ts';

const ENTRY_BYTES = 8;
const MAX_FREQUENCY = 0xff;

/**
 * Encodes the term frequencies of a text as 8 bytes per distinct term: two little-endian 32-bit integers. The
 * first has the low 32 bits of the term hash. The second has the high 24 bits, and in its lowest byte the
 * frequency, at most 255.
 */
export function encodeTermFrequencies(text: string): Uint8Array {
  const frequencies = new Map<string, number>();
  forEachTextTerm(text, (term) => frequencies.set(term, (frequencies.get(term) ?? 0) + 1));
  const bytes = new Uint8Array(frequencies.size * ENTRY_BYTES);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const [term, frequency] of frequencies) {
    const { low, high } = hashTerm(term);
    view.setUint32(offset, low, true);
    view.setUint32(offset + 4, high * 256 + Math.min(frequency, MAX_FREQUENCY), true);
    offset += ENTRY_BYTES;
  }
  return bytes;
}

/**
 * Decodes the result of {@link encodeTermFrequencies}, from `start` to the end of `bytes`.
 *
 * @throws DamagedFileError if the length is not a multiple of the entry size
 */
export function forEachTermFrequency(
  bytes: Uint8Array,
  start: number,
  visit: (low: number, high: number, frequency: number) => void,
): void {
  if ((bytes.length - start) % ENTRY_BYTES !== 0)
    throw new DamagedFileError(
      'The keyword file contains an item row with truncated term frequencies. Loci rebuilds the file.',
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let offset = start; offset < bytes.length; offset += ENTRY_BYTES) {
    const highAndFrequency = view.getUint32(offset + 4, true);
    visit(view.getUint32(offset, true), highAndFrequency >>> 8, highAndFrequency & 0xff);
  }
}
