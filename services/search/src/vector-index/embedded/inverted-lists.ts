import { TopK } from '../../embedded-storage/top-k.ts';
import { growMemory, instantiateKernel } from './kernel.ts';
import type { QuantizedRow } from './quantization.ts';
import { QuantizedMatrix } from './quantized-matrix.ts';

/** Exports of the WebAssembly module. @see services/search/kernel/scan.ts */
interface Kernel {
  writeSketch(codes: number, dimension: number, sketch: number): void;
  scanSketches(
    query: number,
    sketchBytes: number,
    entries: number,
    count: number,
    limit: number,
    matches: number,
  ): number;
}

/** Number of entries in one chunk. A list is a sequence of chunks, so that lists grow without being moved. */
const ENTRIES_PER_CHUNK = 128;
const ORDINAL_BYTES = 4;
const NO_LIST = 0xffff;

// Limits of one query, which bound its cost. Decision 0008 has the measurements.
const MAX_PROBED_LISTS = 128;
const MAX_PROBED_ENTRIES = 16_384;

interface List {
  /** Numbers of the chunks. All chunks except the last one are full. */
  chunks: number[];
  length: number;
}

/**
 * An inverted file (IVF) with one list of rows per centroid. A list holds the ordinal and a sketch of each
 * row: the signs of its dimensions, one bit each. A query compares its sketch with those in the lists of the
 * most similar centroids, up to a fixed number of lists and entries. Takes 36 bytes per row of 256
 * dimensions.
 *
 * @see Jégou et al. 2011, "Product Quantization for Nearest Neighbor Search"; Charikar 2002, "Similarity
 *   Estimation Techniques from Rounding Algorithms"
 */
export class InvertedLists {
  readonly #dimension: number;
  readonly #paddedDimension: number;
  readonly #sketchBytes: number;
  readonly #entryBytes: number;
  readonly #codesStart: number;
  readonly #matchesStart: number;
  readonly #chunksStart: number;
  readonly #centroids: QuantizedMatrix;
  readonly #lists: List[];
  #listOf = new Uint16Array(256).fill(NO_LIST);
  #size = 0;
  readonly #freeChunks: number[] = [];
  #chunkCount = 0;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: Kernel;
  // Views of the WebAssembly memory, replaced when it grows.
  #bytes!: Uint8Array;
  #view!: DataView;

  /**
   * @param dimension at most 8192
   * @param centroids at most 65,535 vectors. List `i` belongs to centroid `i`.
   */
  constructor(dimension: number, centroids: readonly QuantizedRow[]) {
    this.#dimension = dimension;
    this.#paddedDimension = Math.ceil(dimension / 16) * 16;
    this.#sketchBytes = Math.ceil(dimension / 256) * 32;
    this.#entryBytes = ORDINAL_BYTES + this.#sketchBytes;
    // The query's sketch is at address 0.
    this.#codesStart = this.#sketchBytes;
    this.#matchesStart = this.#codesStart + this.#paddedDimension;
    this.#chunksStart = this.#matchesStart + ENTRIES_PER_CHUNK * 8;
    this.#centroids = new QuantizedMatrix(dimension);
    centroids.forEach((row, i) => this.#centroids.set(i, row));
    this.#lists = centroids.map(() => ({ chunks: [], length: 0 }));
    ({ memory: this.#memory, kernel: this.#kernel } = instantiateKernel<Kernel>(this.#chunksStart));
    this.#createViews();
  }

  get sizeBytes(): number {
    return this.#memory.buffer.byteLength + this.#centroids.sizeBytes + this.#listOf.byteLength;
  }

  /** Number of rows in all lists. */
  get size(): number {
    return this.#size;
  }

  has(ordinal: number): boolean {
    return ordinal < this.#listOf.length && this.#listOf[ordinal] !== NO_LIST;
  }

  /** Returns the list whose centroid is most similar to the vector. */
  nearestList(vector: Float32Array): number {
    let best = 0;
    let bestScore = -Infinity;
    this.#centroids.forEachScoreBlock(vector, this.#lists.length, (first, scores) => {
      for (let i = 0; i < scores.length; i++) {
        if (scores[i]! <= bestScore) continue;
        bestScore = scores[i]!;
        best = first + i;
      }
    });
    return best;
  }

  /** Adds a row to a list. The row must not be in a list yet. */
  add(ordinal: number, list: number, codes: Int8Array): void {
    const { chunks, length } = this.#lists[list]!;
    if (length === chunks.length * ENTRIES_PER_CHUNK) chunks.push(this.#allocateChunk());
    const entry = this.#entryStart(chunks, length);
    this.#view.setUint32(entry, ordinal, true);
    this.#bytes.set(codes, this.#codesStart);
    this.#kernel.writeSketch(this.#codesStart, this.#paddedDimension, entry + ORDINAL_BYTES);
    this.#lists[list]!.length = length + 1;
    if (ordinal >= this.#listOf.length) this.#growListOf(ordinal);
    this.#listOf[ordinal] = list;
    this.#size++;
  }

  /** Removes a row. Has no effect if the row is not in a list. */
  remove(ordinal: number): void {
    if (!this.has(ordinal)) return;
    const list = this.#lists[this.#listOf[ordinal]!]!;
    this.#listOf[ordinal] = NO_LIST;
    this.#size--;
    const { chunks } = list;
    const last = this.#entryStart(chunks, --list.length);
    for (let i = 0; i <= list.length; i++) {
      const entry = this.#entryStart(chunks, i);
      if (this.#view.getUint32(entry, true) !== ordinal) continue;
      this.#bytes.copyWithin(entry, last, last + this.#entryBytes);
      break;
    }
    if (list.length === (chunks.length - 1) * ENTRIES_PER_CHUNK) this.#freeChunks.push(chunks.pop()!);
  }

  /** Selects the rows with the most similar sketches from the lists of the most similar centroids. */
  candidates(vector: Float32Array, limit: number): TopK {
    for (let k = 0; k < this.#dimension; k++) this.#bytes[this.#codesStart + k] = vector[k]! < 0 ? 0xff : 0;
    this.#kernel.writeSketch(this.#codesStart, this.#paddedDimension, 0);
    const candidates = new TopK(limit);
    let remaining = MAX_PROBED_ENTRIES;
    for (const number of this.#probedLists(vector)) {
      const list = this.#lists[number]!;
      // Starts at the end with the newest rows, because similar items are often stored at about the same
      // time.
      for (let i = list.chunks.length - 1; i >= 0 && remaining > 0; i--) {
        const count = Math.min(ENTRIES_PER_CHUNK, list.length - i * ENTRIES_PER_CHUNK, remaining);
        this.#scanChunk(list.chunks[i]!, count, candidates);
        remaining -= count;
      }
    }
    return candidates;
  }

  /**
   * Selects the lists of the most similar centroids. They are sorted, best first, if not all of their entries
   * can be scanned.
   */
  #probedLists(vector: Float32Array): Iterable<number> {
    const averageLength = this.#size / this.#lists.length;
    // Selects a quarter more lists than needed, because the selected lists can be shorter than average.
    const needed = Math.ceil((1.25 * MAX_PROBED_ENTRIES) / averageLength);
    const probed = new TopK(Math.min(MAX_PROBED_LISTS, this.#lists.length, needed));
    let threshold = probed.threshold;
    this.#centroids.forEachScoreBlock(vector, this.#lists.length, (first, scores) => {
      for (let i = 0; i < scores.length; i++) {
        if (scores[i]! <= threshold || this.#lists[first + i]!.length === 0) continue;
        probed.offer(first + i, scores[i]!);
        threshold = probed.threshold;
      }
    });
    const lists = probed.ordinals();
    let entries = 0;
    for (const list of lists) entries += this.#lists[list]!.length;
    return entries <= MAX_PROBED_ENTRIES ? lists : probed.sorted().ordinals;
  }

  /** Offers the entries of a chunk to `candidates`. The score is the number of different bits, negated. */
  #scanChunk(chunk: number, count: number, candidates: TopK): void {
    const limit = Math.min(-candidates.threshold, 8 * this.#sketchBytes + 1);
    const entries = this.#chunksStart + chunk * ENTRIES_PER_CHUNK * this.#entryBytes;
    const matches = this.#kernel.scanSketches(
      0,
      this.#sketchBytes,
      entries,
      count,
      limit,
      this.#matchesStart,
    );
    for (let i = 0; i < matches; i++) {
      const match = this.#matchesStart + 8 * i;
      candidates.offer(this.#view.getUint32(match, true), -this.#view.getUint32(match + 4, true));
    }
  }

  #entryStart(chunks: readonly number[], i: number): number {
    const chunk = chunks[Math.floor(i / ENTRIES_PER_CHUNK)]!;
    return this.#chunksStart + (chunk * ENTRIES_PER_CHUNK + (i % ENTRIES_PER_CHUNK)) * this.#entryBytes;
  }

  #allocateChunk(): number {
    const free = this.#freeChunks.pop();
    if (free !== undefined) return free;
    const chunk = this.#chunkCount++;
    const needed = this.#chunksStart + this.#chunkCount * ENTRIES_PER_CHUNK * this.#entryBytes;
    if (growMemory(this.#memory, needed)) this.#createViews();
    return chunk;
  }

  #growListOf(ordinal: number): void {
    const grown = new Uint16Array(Math.max(ordinal + 1, Math.ceil(this.#listOf.length * 1.5))).fill(NO_LIST);
    grown.set(this.#listOf);
    this.#listOf = grown;
  }

  #createViews(): void {
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#view = new DataView(this.#memory.buffer);
  }
}
