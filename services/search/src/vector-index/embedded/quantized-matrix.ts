import { growMemory, instantiateKernel } from './kernel.ts';
import { dequantizeRow, dotWithRow, quantizeQuery, RESIDUAL_STEPS } from './quantization.ts';
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
}

const ROW_HEADER_BYTES = 16;
/**
 * Rows per call of the kernel, few enough that their scores are still in the CPU cache when the caller reads
 * them.
 */
const ROWS_PER_SCAN = 2048;
/**
 * Rows per allocated block of residuals. With blocks, growth copies no residuals and wastes little memory.
 */
const ROWS_PER_BLOCK = 1024;

/**
 * A matrix of quantized vectors, one row per ordinal. The int8 codes are in WebAssembly memory, where a SIMD
 * kernel scans 100,000 rows of 256 dimensions in 1.4 ms. The residuals are in JavaScript arrays and are read
 * only for the best candidates. Rows that were not set, or were cleared, score 0.
 */
export class QuantizedMatrix {
  readonly #dimension: number;
  readonly #paddedDimension: number;
  readonly #stride: number;
  readonly #scoresStart: number;
  readonly #numbersStart: number;
  readonly #rowsStart: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: Kernel;
  readonly #residualBlocks: Int8Array[] = [];
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
    this.#rowsStart = this.#numbersStart + ROWS_PER_SCAN * 4;
    ({ memory: this.#memory, kernel: this.#kernel } = instantiateKernel<Kernel>(this.#rowsStart));
    this.#createViews();
  }

  get sizeBytes(): number {
    return this.#memory.buffer.byteLength + this.#residualBlocks.length * ROWS_PER_BLOCK * this.#dimension;
  }

  set(ordinal: number, { scale, codes, residuals }: QuantizedRow): void {
    this.#growTo(ordinal);
    this.#floats[this.#rowStart(ordinal) / 4] = scale;
    this.#bytes.set(codes, this.#rowStart(ordinal) + ROW_HEADER_BYTES);
    this.#residualBlocks[blockOf(ordinal)]!.set(residuals, this.#residualsStart(ordinal));
  }

  /** The vector of a row, as a copy. */
  get(ordinal: number): Float32Array {
    const codesStart = this.#rowStart(ordinal) + ROW_HEADER_BYTES;
    const residualsStart = this.#residualsStart(ordinal);
    return dequantizeRow({
      scale: this.#scale(ordinal),
      codes: this.#bytes.subarray(codesStart, codesStart + this.#dimension),
      residuals: this.#residualBlocks[blockOf(ordinal)]!.subarray(
        residualsStart,
        residualsStart + this.#dimension,
      ),
    });
  }

  /** The dot product of a row and a vector, from codes and residuals. */
  dot(ordinal: number, vector: Float32Array): number {
    const codesStart = this.#codesStart(ordinal);
    const residualsStart = this.#residualsStart(ordinal);
    const residuals = this.#residuals(ordinal);
    return dotWithRow(vector, this.#scale(ordinal), this.#bytes, codesStart, residuals, residualsStart);
  }

  /** The dot products of the given rows and a vector, from codes and residuals. */
  dots(ordinals: Int32Array, vector: Float32Array): Float64Array {
    const dots = new Float64Array(ordinals.length);
    const grouped = ordinals.length - (ordinals.length % 4);
    for (let i = 0; i < grouped; i += 4) this.#dotFour(ordinals, i, vector, dots);
    for (let i = grouped; i < ordinals.length; i++) dots[i] = this.dot(ordinals[i]!, vector);
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
    const { scale, values } = quantizeQuery(query);
    new Int16Array(this.#memory.buffer, 0, this.#dimension).set(values);
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
    const { scale, values } = quantizeQuery(query);
    new Int16Array(this.#memory.buffer, 0, this.#dimension).set(values);
    const dots = new Float32Array(ordinals.length);
    for (let first = 0; first < ordinals.length; first += ROWS_PER_SCAN) {
      const part = ordinals.subarray(first, first + ROWS_PER_SCAN);
      new Int32Array(this.#memory.buffer, this.#numbersStart, part.length).set(part);
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

  /**
   * Computes the dot products of the rows from `ordinals[i]` to `ordinals[i + 3]`. Takes less than half the
   * time of four calls of `dot`, because each of its additions waits for the previous one. The results are
   * the same, because the order of the additions of a row is the same.
   */
  #dotFour(ordinals: Int32Array, i: number, vector: Float32Array, dots: Float64Array): void {
    const codes = this.#bytes;
    const [a, b, c, d] = [ordinals[i]!, ordinals[i + 1]!, ordinals[i + 2]!, ordinals[i + 3]!];
    const [aCodes, aResiduals, aStart] = [this.#codesStart(a), this.#residuals(a), this.#residualsStart(a)];
    const [bCodes, bResiduals, bStart] = [this.#codesStart(b), this.#residuals(b), this.#residualsStart(b)];
    const [cCodes, cResiduals, cStart] = [this.#codesStart(c), this.#residuals(c), this.#residualsStart(c)];
    const [dCodes, dResiduals, dStart] = [this.#codesStart(d), this.#residuals(d), this.#residualsStart(d)];
    let [aSum, bSum, cSum, dSum] = [0, 0, 0, 0];
    for (let k = 0; k < vector.length; k++) {
      const value = vector[k]!;
      aSum += value * (codes[aCodes + k]! * RESIDUAL_STEPS + aResiduals[aStart + k]!);
      bSum += value * (codes[bCodes + k]! * RESIDUAL_STEPS + bResiduals[bStart + k]!);
      cSum += value * (codes[cCodes + k]! * RESIDUAL_STEPS + cResiduals[cStart + k]!);
      dSum += value * (codes[dCodes + k]! * RESIDUAL_STEPS + dResiduals[dStart + k]!);
    }
    dots[i] = (this.#scale(a) / RESIDUAL_STEPS) * aSum;
    dots[i + 1] = (this.#scale(b) / RESIDUAL_STEPS) * bSum;
    dots[i + 2] = (this.#scale(c) / RESIDUAL_STEPS) * cSum;
    dots[i + 3] = (this.#scale(d) / RESIDUAL_STEPS) * dSum;
  }

  #codesStart(ordinal: number): number {
    return this.#rowStart(ordinal) + ROW_HEADER_BYTES;
  }

  #residuals(ordinal: number): Int8Array {
    return this.#residualBlocks[blockOf(ordinal)]!;
  }

  #rowStart(ordinal: number): number {
    return this.#rowsStart + ordinal * this.#stride;
  }

  #residualsStart(ordinal: number): number {
    return (ordinal % ROWS_PER_BLOCK) * this.#dimension;
  }

  #scale(ordinal: number): number {
    return this.#floats[this.#rowStart(ordinal) / 4]!;
  }

  #growTo(ordinal: number): void {
    while (this.#residualBlocks.length <= blockOf(ordinal))
      this.#residualBlocks.push(new Int8Array(ROWS_PER_BLOCK * this.#dimension));
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
