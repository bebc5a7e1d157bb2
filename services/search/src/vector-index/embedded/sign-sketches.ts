import { growMemory, instantiateKernel } from './kernel.ts';

/** Exports of the WebAssembly module. @see services/search/kernel/scan.ts */
interface Kernel {
  writeSketch(codes: number, dimension: number, sketch: number): void;
  scoreBlocks(
    tables: number,
    sketchBytes: number,
    blocks: number,
    step: number,
    count: number,
    scores: number,
  ): void;
  selectRows(
    tables: number,
    sketchBytes: number,
    blocks: number,
    count: number,
    min: number,
    limit: number,
    row: number,
    scores: number,
    selected: number,
  ): number;
}

/** Rows whose sketches are stored together, so that the kernel scores them in one SIMD register. */
const ROWS_PER_BLOCK = 16;
/** Blocks per call of the kernel, which limits the memory for its results. */
const BLOCKS_PER_CALL = 128;
/** One of this many blocks is in the sample from which the minimum score is estimated. */
const SAMPLE_STEP = 32;
/** Maximum value of a table entry. The kernel adds two of them in one byte. */
const MAX_TABLE_ENTRY = 127;
const MAX_SCORE = 0xffff;
/** Minimum share of the requested rows. Less than 1, because the minimum score is estimated from a sample. */
const MIN_SHARE = 0.75;
/** Factor by which the number of selected rows grows if too few of them pass the filter. */
const GROWTH = 4;

/**
 * The signs of the dimensions of each vector, one bit each, in one row per ordinal. They select the rows that are
 * probably most similar to a query: with 256 dimensions, a scan reads 32 bytes per row instead of the 272 bytes of the
 * int8 codes. The similarity of a row is estimated as the dot product of the query and the signs, so the query keeps its
 * precision.
 *
 * @see docs/decisions/0023-select-search-candidates-by-signs.md
 */
export class SignSketches {
  readonly #dimension: number;
  readonly #paddedDimension: number;
  readonly #sketchBytes: number;
  // Addresses in the WebAssembly memory.
  readonly #codesStart: number;
  readonly #sketchStart: number;
  readonly #scoresStart: number;
  readonly #selectedStart: number;
  readonly #blocksStart: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: Kernel;
  // A view of the WebAssembly memory, replaced when it grows.
  #bytes!: Uint8Array;

  /** @param dimension at most 8192 */
  constructor(dimension: number) {
    this.#dimension = dimension;
    this.#paddedDimension = Math.ceil(dimension / 16) * 16;
    this.#sketchBytes = this.#paddedDimension / 8;
    // The tables of a query are at address 0.
    this.#codesStart = this.#sketchBytes * 32;
    this.#sketchStart = this.#codesStart + this.#paddedDimension;
    this.#scoresStart = this.#sketchStart + 16 * Math.ceil(this.#sketchBytes / 16);
    this.#selectedStart = this.#scoresStart + 2 * BLOCKS_PER_CALL * ROWS_PER_BLOCK;
    this.#blocksStart = this.#selectedStart + 4 * BLOCKS_PER_CALL * ROWS_PER_BLOCK;
    ({ memory: this.#memory, kernel: this.#kernel } = instantiateKernel<Kernel>(this.#blocksStart));
    this.#bytes = new Uint8Array(this.#memory.buffer);
  }

  get sizeBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Sets the sketch of a row from its int8 codes. */
  set(ordinal: number, codes: Int8Array): void {
    const block = this.#blockStart(Math.floor(ordinal / ROWS_PER_BLOCK));
    this.#growTo(block + this.#sketchBytes * ROWS_PER_BLOCK);
    this.#bytes.set(codes, this.#codesStart);
    this.#kernel.writeSketch(this.#codesStart, this.#paddedDimension, this.#sketchStart);
    const row = block + (ordinal % ROWS_PER_BLOCK);
    for (let i = 0; i < this.#sketchBytes; i++)
      this.#bytes[row + i * ROWS_PER_BLOCK] = this.#bytes[this.#sketchStart + i]!;
  }

  /**
   * Selects the rows that are probably most similar to a query.
   *
   * @param length number of rows
   * @param count approximate number of selected rows, if as many pass the filter
   * @param passes returns false for rows that must not be selected. Called at most once per row.
   * @returns ordinals in no particular order
   */
  candidates(
    query: Float32Array,
    length: number,
    count: number,
    passes: (ordinal: number) => boolean,
  ): number[] {
    const maxScore = this.#writeTables(query);
    const sample = this.#scoreSample(length);
    const selected: number[] = [];
    let wanted = count;
    let limit = maxScore + 1;
    while (limit > 0 && selected.length < MIN_SHARE * count) {
      const min = Math.min(limit - 1, minScore(sample, wanted / length));
      this.#select(min, limit, length, passes, selected);
      limit = min;
      wanted *= GROWTH;
    }
    return selected;
  }

  /**
   * Writes the tables of a query: for each combination of 4 signs, the sum of the values with these signs, scaled and
   * shifted to unsigned integers.
   *
   * @returns an upper bound of the scores
   */
  #writeTables(query: Float32Array): number {
    const groups = this.#sketchBytes * 2;
    const magnitudes = new Float64Array(groups);
    for (let k = 0; k < this.#dimension; k++) magnitudes[k >> 2]! += Math.abs(query[k]!);
    let total = 0;
    let max = 0;
    for (const magnitude of magnitudes) {
      total += magnitude;
      max = Math.max(max, magnitude);
    }
    // An entry is in the range from 0 to twice the magnitude of its group. Rounding adds at most 0.5 to each entry.
    const scale = Math.min(MAX_TABLE_ENTRY / (2 * max), (MAX_SCORE - groups) / (2 * total));
    for (let group = 0; group < groups; group++) {
      for (let signs = 0; signs < 16; signs++) {
        let sum = magnitudes[group]!;
        for (let bit = 0; bit < 4; bit++) {
          const value = query[4 * group + bit] ?? 0;
          sum += (signs >> bit) & 1 ? -value : value;
        }
        this.#bytes[16 * group + signs] = Math.round(sum * scale);
      }
    }
    return Math.ceil(2 * total * scale) + groups;
  }

  /** Returns the scores of evenly spaced rows, in ascending order. */
  #scoreSample(length: number): Uint16Array {
    const blocks = Math.floor(length / ROWS_PER_BLOCK / SAMPLE_STEP);
    const sample = new Uint16Array(blocks * ROWS_PER_BLOCK);
    for (let first = 0; first < blocks; first += BLOCKS_PER_CALL) {
      const count = Math.min(BLOCKS_PER_CALL, blocks - first);
      const start = this.#blockStart(first * SAMPLE_STEP);
      this.#kernel.scoreBlocks(0, this.#sketchBytes, start, SAMPLE_STEP, count, this.#scoresStart);
      const scores = new Uint16Array(this.#memory.buffer, this.#scoresStart, count * ROWS_PER_BLOCK);
      sample.set(scores, first * ROWS_PER_BLOCK);
    }
    return sample.sort();
  }

  /** Adds the rows to `selected` whose score is at least `min` and less than `limit`, and which pass. */
  #select(
    min: number,
    limit: number,
    length: number,
    passes: (ordinal: number) => boolean,
    selected: number[],
  ): void {
    const blocks = Math.ceil(length / ROWS_PER_BLOCK);
    for (let first = 0; first < blocks; first += BLOCKS_PER_CALL) {
      const count = this.#kernel.selectRows(
        0,
        this.#sketchBytes,
        this.#blockStart(first),
        Math.min(BLOCKS_PER_CALL, blocks - first),
        min,
        limit,
        first * ROWS_PER_BLOCK,
        this.#scoresStart,
        this.#selectedStart,
      );
      const ordinals = new Uint32Array(this.#memory.buffer, this.#selectedStart, count);
      // The last block can have unused rows.
      for (let i = 0; i < count; i++)
        if (ordinals[i]! < length && passes(ordinals[i]!)) selected.push(ordinals[i]!);
    }
  }

  #blockStart(block: number): number {
    return this.#blocksStart + block * this.#sketchBytes * ROWS_PER_BLOCK;
  }

  #growTo(end: number): void {
    if (growMemory(this.#memory, end)) this.#bytes = new Uint8Array(this.#memory.buffer);
  }
}

/** Returns the score that about the given share of the rows reach, or 0 if the share is 1 or more. */
function minScore(sortedScores: Uint16Array, share: number): number {
  return sortedScores[Math.floor(sortedScores.length * (1 - share))] ?? 0;
}
