import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

/** A vector for each vocabulary entry: row `i` is `scales[i]` times `codes[i * dimension ...]`. */
export interface TokenVectors {
  dimension: number;
  vocabulary: Map<string, number>;
  scales: Float32Array;
  codes: Int8Array;
}

interface Header {
  dim: number;
  rows: number;
  vocabBytes: number;
  /** Where the scales begin, counted from the start of the file. */
  offset: number;
}

/**
 * Reads a table of token vectors. Layout, little-endian: u32 header length, JSON header padded to 16
 * bytes, f32 scales, int8 rows, vocabulary separated by newlines.
 *
 * @throws Error for a file that is shorter or longer than its header says
 */
export function readTokenVectors(file: string): TokenVectors {
  if (endianness() !== 'LE')
    throw new Error('The token vectors are stored little-endian; this machine is not.');
  const bytes = readFileSync(file);
  const header = JSON.parse(bytes.toString('utf8', 4, 4 + bytes.readUInt32LE(0))) as Header;
  const codesStart = header.offset + 4 * header.rows;
  const vocabularyStart = codesStart + header.rows * header.dim;
  if (bytes.length !== vocabularyStart + header.vocabBytes) throw new Error(`${file} is not whole.`);

  const vocabulary = new Map<string, number>();
  let row = 0;
  for (const entry of bytes.toString('utf8', vocabularyStart).split('\n')) {
    if (entry) vocabulary.set(entry, row);
    row++;
  }
  return {
    dimension: header.dim,
    vocabulary,
    // A copy, because a view of f32 needs an aligned start that a pooled Buffer does not promise.
    scales: new Float32Array(Uint8Array.from(bytes.subarray(header.offset, codesStart)).buffer),
    codes: new Int8Array(bytes.buffer, bytes.byteOffset + codesStart, header.rows * header.dim),
  };
}
