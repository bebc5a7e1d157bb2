import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

/** A vector for each vocabulary entry. Element `k` of row `i` is `scales[i] * codes[i * dimension + k]`. */
export interface TokenVectors {
  dimension: number;
  /** Row numbers by vocabulary entry. */
  vocabulary: Map<string, number>;
  scales: Float32Array;
  codes: Int8Array;
}

interface Header {
  dim: number;
  rows: number;
  vocabBytes: number;
  /** Offset of the scales in the file, in bytes. */
  offset: number;
}

/**
 * Reads a file of token vectors. The file is little-endian and contains, in this order: the length of the
 * header (u32), the header (JSON, padded to a multiple of 16 bytes), the scales (f32), the codes (int8) and
 * the vocabulary (UTF-8, one entry per line).
 *
 * @throws Error if the CPU is not little-endian or the length of the file does not match its header
 */
export function readTokenVectors(file: string): TokenVectors {
  if (endianness() !== 'LE')
    throw new Error(
      'The built-in embedding model requires a little-endian CPU. Set EMBEDDING_BASE_URL to use another model.',
    );
  const bytes = readFileSync(file);
  const header = JSON.parse(bytes.toString('utf8', 4, 4 + bytes.readUInt32LE(0))) as Header;
  const codesStart = header.offset + 4 * header.rows;
  const vocabularyStart = codesStart + header.rows * header.dim;
  if (bytes.length !== vocabularyStart + header.vocabBytes)
    throw new Error(`The model file ${file} is truncated or too long. Restore the original file.`);

  const vocabulary = new Map<string, number>();
  let row = 0;
  for (const entry of bytes.toString('utf8', vocabularyStart).split('\n')) {
    if (entry) vocabulary.set(entry, row);
    row++;
  }
  return {
    dimension: header.dim,
    vocabulary,
    // Copies the bytes, because a Float32Array needs an aligned offset, which a pooled Buffer may not have.
    scales: new Float32Array(Uint8Array.from(bytes.subarray(header.offset, codesStart)).buffer),
    codes: new Int8Array(bytes.buffer, bytes.byteOffset + codesStart, header.rows * header.dim),
  };
}
