import { readFileSync } from 'node:fs';
import { dequantizeRow, dotWithRow, quantizeQuery } from './quantization.ts';
import type { QuantizedRow } from './quantization.ts';

interface Kernel {
  scan(query: number, dimension: number, rows: number, count: number, scores: number, scale: number): void;
}

const PAGE_BYTES = 65_536;
const ROW_HEADER_BYTES = 16;
// Scores of so many rows are looked at while they are in the processor's cache.
const ROWS_PER_SCAN = 2048;

const kernelModule = new WebAssembly.Module(
  readFileSync(new URL('../../../kernel/scan.wasm', import.meta.url)),
);

// The fine parts of so many rows lie in one array: growing moves nothing, and little is spare.
const ROWS_PER_BLOCK = 1024;

/**
 * Rows of one byte per dimension with a scale each, in WebAssembly memory, where a SIMD kernel scans 100,000 of
 * 256 dimensions in 1.4 ms; and beside them a second byte per dimension, which only the best rows are asked for.
 * Slots that were never set, or were cleared, score 0.
 */
export class QuantizedMatrix {
  readonly #dimension: number;
  readonly #paddedDimension: number;
  readonly #stride: number;
  readonly #scoresStart: number;
  readonly #rowsStart: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: Kernel;
  readonly #fine: Int8Array[] = [];
  // Views of the memory, made anew when it grows: one per access would double the time of loading.
  #bytes!: Int8Array;
  #floats!: Float32Array;

  constructor(dimension: number) {
    this.#dimension = dimension;
    this.#paddedDimension = Math.ceil(dimension / 16) * 16;
    this.#stride = this.#paddedDimension + ROW_HEADER_BYTES;
    this.#scoresStart = this.#paddedDimension * 2;
    this.#rowsStart = this.#scoresStart + ROWS_PER_SCAN * 4;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(this.#rowsStart / PAGE_BYTES) });
    const instance = new WebAssembly.Instance(kernelModule, { env: { memory: this.#memory } });
    this.#kernel = instance.exports as unknown as Kernel;
    this.#view();
  }

  get sizeBytes(): number {
    return this.#memory.buffer.byteLength + this.#fine.length * ROWS_PER_BLOCK * this.#dimension;
  }

  set(slot: number, { scale, codes, residuals }: QuantizedRow): void {
    this.#makeRoomFor(slot);
    this.#floats[this.#rowStart(slot) / 4] = scale;
    this.#bytes.set(codes, this.#rowStart(slot) + ROW_HEADER_BYTES);
    this.#fine[blockOf(slot)]!.set(residuals, this.#fineStart(slot));
  }

  get(slot: number): Float32Array {
    const codesStart = this.#rowStart(slot) + ROW_HEADER_BYTES;
    const fineStart = this.#fineStart(slot);
    return dequantizeRow({
      scale: this.#scale(slot),
      codes: this.#bytes.subarray(codesStart, codesStart + this.#dimension),
      residuals: this.#fine[blockOf(slot)]!.subarray(fineStart, fineStart + this.#dimension),
    });
  }

  /** The dot product with both bytes of the row. */
  dot(slot: number, vector: Float32Array): number {
    const codesStart = this.#rowStart(slot) + ROW_HEADER_BYTES;
    const fine = this.#fine[blockOf(slot)]!;
    return dotWithRow(vector, this.#scale(slot), this.#bytes, codesStart, fine, this.#fineStart(slot));
  }

  clear(slot: number): void {
    this.#floats[this.#rowStart(slot) / 4] = 0;
  }

  /**
   * Gives the approximate dot products, by the first bytes alone, with the slots from 0 to `length`, in runs:
   * `scores[i]` is that of `first + i`.
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

  #rowStart(slot: number): number {
    return this.#rowsStart + slot * this.#stride;
  }

  #fineStart(slot: number): number {
    return (slot % ROWS_PER_BLOCK) * this.#dimension;
  }

  #scale(slot: number): number {
    return this.#floats[this.#rowStart(slot) / 4]!;
  }

  #makeRoomFor(slot: number): void {
    while (this.#fine.length <= blockOf(slot))
      this.#fine.push(new Int8Array(ROWS_PER_BLOCK * this.#dimension));
    const needed = this.#rowsStart + (slot + 1) * this.#stride;
    const missingPages = Math.ceil((needed - this.#memory.buffer.byteLength) / PAGE_BYTES);
    if (missingPages <= 0) return;
    // An eighth more, so that a growing tenant does not move its rows with every batch.
    this.#memory.grow(Math.max(missingPages, Math.ceil(this.#memory.buffer.byteLength / PAGE_BYTES / 8)));
    this.#view();
  }

  #view(): void {
    this.#bytes = new Int8Array(this.#memory.buffer);
    this.#floats = new Float32Array(this.#memory.buffer);
  }
}

function blockOf(slot: number): number {
  return Math.floor(slot / ROWS_PER_BLOCK);
}
