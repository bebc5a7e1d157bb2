import { growMemory, instantiateKernel } from './kernel.ts';
import { dequantizeRow, quantizeQueryInto, quantizeRowInto } from './quantization.ts';
import type { QuantizedRow } from './quantization.ts';

/** Exports of the WebAssembly module. @see services/search/kernel/scan.ts */
interface Kernel {
  scan(query: number, dimension: number, rows: number, count: number, scores: number, scale: number): void;
  scanRows(
    query: number,
    dimension: number,
    rows: number,
    numbers: number,
    count: number,
    scores: number,
    scale: number,
  ): void;
  dotRows(
    vector: number,
    dimension: number,
    rows: number,
    numbers: number,
    residuals: number,
    count: number,
    dots: number,
  ): void;
}

const ROW_HEADER_BYTES = 16;
/**
 * Rows per call of the kernel, few enough that their scores are still in the CPU cache when the caller reads
 * them.
 */
const ROWS_PER_SCAN = 2048;
/** Rows per call of the kernel that also needs their residuals, which are copied for the call. */
const ROWS_PER_EXACT_CALL = 64;
/**
 * Rows per allocated block of residuals. With blocks, growth copies no residuals and wastes little memory.
 */
const ROWS_PER_BLOCK = 1024;

/**
 * A matrix of quantized vectors, one row per ordinal. The int8 codes are in WebAssembly memory, where a SIMD
 * kernel scans 100,000 rows of 256 dimensions in 1.4 ms. The residuals are in JavaScript arrays, because they
 * are read only for the best candidates, and WebAssembly memory is limited to 4 GiB. Rows that were not set, or were cleared, score 0.
 */
export class QuantizedMatrix {
  readonly #dimension: number;
  readonly #paddedDimension: number;
  readonly #stride: number;
  readonly #scoresStart: number;
  readonly #numbersStart: number;
  readonly #vectorStart: number;
  readonly #residualsStart: number;
  readonly #dotsStart: number;
  readonly #rowsStart: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: Kernel;
  // Two views of each block. Reading 32-bit integers is faster than reading bytes.
  readonly #residualBlocks: { bytes: Int8Array; words: Int32Array }[] = [];
  // Views of the WebAssembly memory, replaced when it grows. Creating views per access would double the
  // loading time.
  #bytes!: Int8Array;
  #floats!: Float32Array;

  /**
   * Creates an empty matrix.
   *
   * @param dimension at most 8192
   */
  constructor(dimension: number) {
    this.#dimension = dimension;
    this.#paddedDimension = Math.ceil(dimension / 16) * 16;
    this.#stride = this.#paddedDimension + ROW_HEADER_BYTES;
    this.#scoresStart = this.#paddedDimension * 2;
    this.#numbersStart = this.#scoresStart + ROWS_PER_SCAN * 4;
    this.#vectorStart = this.#numbersStart + ROWS_PER_SCAN * 4;
    this.#residualsStart = this.#vectorStart + this.#paddedDimension * 8;
    this.#dotsStart = this.#residualsStart + ROWS_PER_EXACT_CALL * this.#paddedDimension;
    this.#rowsStart = this.#dotsStart + ROWS_PER_EXACT_CALL * 8;
    ({ memory: this.#memory, kernel: this.#kernel } = instantiateKernel<Kernel>(this.#rowsStart));
    this.#createViews();
  }

  get sizeBytes(): number {
    return (
      this.#memory.buffer.byteLength + this.#residualBlocks.length * ROWS_PER_BLOCK * this.#paddedDimension
    );
  }

  set(ordinal: number, { scale, codes, residuals }: QuantizedRow): void {
    this.#growTo(ordinal);
    this.#floats[this.#rowStart(ordinal) / 4] = scale;
    this.#bytes.set(codes, this.#rowStart(ordinal) + ROW_HEADER_BYTES);
    const { bytes } = this.#residualBlocks[blockOf(ordinal)]!;
    bytes.set(residuals, this.#residualsOffset(ordinal));
  }

  /** Quantizes a vector, which must have an element other than 0, and sets it as a row. */
  setVector(ordinal: number, vector: Float32Array): void {
    this.#growTo(ordinal);
    const start = this.#rowStart(ordinal);
    const codesStart = start + ROW_HEADER_BYTES;
    const codes = this.#bytes.subarray(codesStart, codesStart + this.#dimension);
    const { bytes } = this.#residualBlocks[blockOf(ordinal)]!;
    const residualsStart = this.#residualsOffset(ordinal);
    const residuals = bytes.subarray(residualsStart, residualsStart + this.#dimension);
    this.#floats[start / 4] = quantizeRowInto(vector, codes, residuals);
  }

  /** The vector of a row, as a copy. */
  get(ordinal: number): Float32Array {
    const { bytes } = this.#residualBlocks[blockOf(ordinal)]!;
    const start = this.#residualsOffset(ordinal);
    return dequantizeRow({
      scale: this.#scale(ordinal),
      codes: this.codes(ordinal),
      residuals: bytes.subarray(start, start + this.#dimension),
    });
  }

  /** The dot product of a row and a vector, from codes and residuals. */
  dot(ordinal: number, vector: Float32Array): number {
    return this.dots(Int32Array.of(ordinal), vector)[0]!;
  }

  /** The dot products of the given rows and a vector, from codes and residuals. */
  dots(ordinals: Int32Array, vector: Float32Array): Float64Array {
    const dots = new Float64Array(ordinals.length);
    new Float64Array(this.#memory.buffer, this.#vectorStart, this.#dimension).set(vector);
    for (let first = 0; first < ordinals.length; first += ROWS_PER_EXACT_CALL) {
      const part = ordinals.subarray(first, first + ROWS_PER_EXACT_CALL);
      this.#writeNumbers(part);
      this.#copyResiduals(part);
      this.#kernel.dotRows(
        this.#vectorStart,
        this.#paddedDimension,
        this.#rowsStart,
        this.#numbersStart,
        this.#residualsStart,
        part.length,
        this.#dotsStart,
      );
      dots.set(new Float64Array(this.#memory.buffer, this.#dotsStart, part.length), first);
    }
    return dots;
  }

  clear(ordinal: number): void {
    this.#floats[this.#rowStart(ordinal) / 4] = 0;
  }

  /**
   * Computes the approximate dot products of the query and the rows from 0 to `length`, from the codes only.
   *
   * @param visit called for each block of rows in ascending order. `scores[i]` belongs to row `first + i`.
   *   The next call overwrites `scores`.
   */
  forEachScoreBlock(
    query: Float32Array,
    length: number,
    visit: (first: number, scores: Float32Array) => void,
  ): void {
    const scale = this.#writeQuery(query);
    for (let first = 0; first < length; first += ROWS_PER_SCAN) {
      const count = Math.min(ROWS_PER_SCAN, length - first);
      const rows = this.#rowsStart + first * this.#stride;
      this.#kernel.scan(0, this.#paddedDimension, rows, count, this.#scoresStart, scale);
      const scores = this.#floats.subarray(this.#scoresStart / 4, this.#scoresStart / 4 + count);
      visit(first, scores);
    }
  }

  /** Computes the approximate dot products of the query and the given rows, from the codes only. */
  approximateDots(query: Float32Array, ordinals: Int32Array): Float32Array {
    const scale = this.#writeQuery(query);
    const dots = new Float32Array(ordinals.length);
    for (let first = 0; first < ordinals.length; first += ROWS_PER_SCAN) {
      const part = ordinals.subarray(first, first + ROWS_PER_SCAN);
      this.#writeNumbers(part);
      this.#kernel.scanRows(
        0,
        this.#paddedDimension,
        this.#rowsStart,
        this.#numbersStart,
        part.length,
        this.#scoresStart,
        scale,
      );
      dots.set(new Float32Array(this.#memory.buffer, this.#scoresStart, part.length), first);
    }
    return dots;
  }

  /** The int8 codes of a row, valid until the next write. */
  codes(ordinal: number): Int8Array {
    const start = this.#rowStart(ordinal) + ROW_HEADER_BYTES;
    return this.#bytes.subarray(start, start + this.#dimension);
  }

  /** Writes the quantized query to the WebAssembly memory. Returns its scale. */
  #writeQuery(query: Float32Array): number {
    return quantizeQueryInto(query, new Int16Array(this.#memory.buffer, 0, this.#dimension));
  }

  #writeNumbers(ordinals: Int32Array): void {
    new Int32Array(this.#memory.buffer, this.#numbersStart, ordinals.length).set(ordinals);
  }

  /** Copies the residuals of rows to the WebAssembly memory. */
  #copyResiduals(ordinals: Int32Array): void {
    const wordsPerRow = this.#paddedDimension / 4;
    const target = new Int32Array(this.#memory.buffer, this.#residualsStart, ordinals.length * wordsPerRow);
    let next = 0;
    for (let i = 0; i < ordinals.length; i++) {
      const { words } = this.#residualBlocks[blockOf(ordinals[i]!)]!;
      const start = this.#residualsOffset(ordinals[i]!) / 4;
      for (let word = start; word < start + wordsPerRow; word++) target[next++] = words[word]!;
    }
  }

  /** The offset of the residuals of a row in their block, in bytes. */
  #residualsOffset(ordinal: number): number {
    return (ordinal % ROWS_PER_BLOCK) * this.#paddedDimension;
  }

  #rowStart(ordinal: number): number {
    return this.#rowsStart + ordinal * this.#stride;
  }

  #scale(ordinal: number): number {
    return this.#floats[this.#rowStart(ordinal) / 4]!;
  }

  #growTo(ordinal: number): void {
    while (this.#residualBlocks.length <= blockOf(ordinal)) {
      const bytes = new Int8Array(ROWS_PER_BLOCK * this.#paddedDimension);
      this.#residualBlocks.push({ bytes, words: new Int32Array(bytes.buffer) });
    }
    const needed = this.#rowsStart + (ordinal + 1) * this.#stride;
    if (growMemory(this.#memory, needed)) this.#createViews();
  }

  #createViews(): void {
    this.#bytes = new Int8Array(this.#memory.buffer);
    this.#floats = new Float32Array(this.#memory.buffer);
  }
}

function blockOf(ordinal: number): number {
  return Math.floor(ordinal / ROWS_PER_BLOCK);
}
