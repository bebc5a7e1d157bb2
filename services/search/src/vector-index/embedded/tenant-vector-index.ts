import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DocValues } from '../../embedded-storage/doc-values.ts';
import { ITEM_TABLE_SQL, ItemTable } from '../../embedded-storage/item-table.ts';
import { OrdinalAllocator } from '../../embedded-storage/ordinal-allocator.ts';
import { sortHits } from '../../embedded-storage/ordinal-hits.ts';
import type { OrdinalHits } from '../../embedded-storage/ordinal-hits.ts';
import { readRows } from '../../embedded-storage/read-rows.ts';
import { DamagedFileError } from '../../embedded-storage/sqlite-errors.ts';
import { StringDictionary } from '../../embedded-storage/string-dictionary.ts';
import type { CachedTenant } from '../../embedded-storage/tenant-cache.ts';
import { inSqliteTransaction, type TenantSchema } from '../../embedded-storage/tenant-file.ts';
import { TopK } from '../../embedded-storage/top-k.ts';
import type { IndexedRevision, RemovedItem } from '../../items/indexed-item.ts';
import type { SearchFilter } from '../../items/search-filter.ts';
import type { VectorHit, VectorItem } from '../vector-index.ts';
import { InvertedLists } from './inverted-lists.ts';
import type { PackedVectorHits } from './packed-vector-hits.ts';
import { quantizeRow, quantizeRowInto } from './quantization.ts';
import type { QuantizedRow } from './quantization.ts';
import { QuantizedMatrix } from './quantized-matrix.ts';
import { SignSketches } from './sign-sketches.ts';

/**
 * Schema of a tenant's vector file. `rows` has the doc values and quantized vectors. The column `slot` is the
 * ordinal, and `list` the inverted list of the row, or null if it is in none. `centroids` has the quantized
 * vectors of the inverted lists.
 */
export const TENANT_VECTOR_SCHEMA: TenantSchema = {
  version: 3,
  tables: `${ITEM_TABLE_SQL}
    CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE rows (slot INTEGER PRIMARY KEY, list INTEGER, row BLOB NOT NULL);
    CREATE TABLE centroids (list INTEGER PRIMARY KEY, vector BLOB NOT NULL);`,
};

/**
 * Number of candidates with the best approximate scores that `nearest` scores exactly. The nearest item is
 * one of them.
 */
const NEAREST_CANDIDATES = 8;
/**
 * Number of candidates that `nearest` selects from the inverted lists by their sketches. Sketches are less
 * precise than the int8 codes.
 */
const SKETCH_CANDIDATES = 64;

/** Settings of the inverted lists. Tests use smaller values than the defaults. */
export interface InvertedListSettings {
  /**
   * Number of vectors from which `nearest` uses inverted lists. With fewer vectors, a scan of all vectors is
   * faster.
   */
  minVectors: number;
  /** Number of lists. Each list belongs to a centroid, which is one of the first vectors of the tenant. */
  lists: number;
  /**
   * Number of earlier rows that an upsert adds to the lists per upserted item, until all rows are in a list.
   */
  assignedPerItem: number;
}

const DEFAULT_LISTS: InvertedListSettings = { minVectors: 8192, lists: 1024, assignedPerItem: 4 };

/** Settings of the sign sketches. Tests use smaller values than the defaults. */
export interface SketchSettings {
  /** Number of rows from which the index has sketches. With fewer rows, a scan of all int8 codes is as fast. */
  minRows: number;
  /** Number of rows that the sketches select per requested hit. */
  candidatesPerHit: number;
  /** Minimum ratio of all rows to the selected rows. With a lower ratio, all int8 codes are scanned. */
  minRatio: number;
}

const DEFAULT_SKETCHES: SketchSettings = { minRows: 16_384, candidatesPerHit: 16, minRatio: 6 };

/**
 * The vector index of one tenant, with all vectors in memory. In a large tenant, sign sketches select candidates, whose
 * int8 codes are scored. In a small tenant, all int8 codes are scored. The best candidates are reranked with their full
 * precision.
 */
export class TenantVectorIndex implements CachedTenant {
  readonly #database: DatabaseSync;
  readonly #dimension: number;
  readonly #items: ItemTable;
  readonly #docValues: DocValues;
  readonly #matrix: QuantizedMatrix;
  readonly #ordinals = new OrdinalAllocator();
  readonly #putRow: StatementSync;
  readonly #deleteRow: StatementSync;
  readonly #setList: StatementSync;
  readonly #listSettings: InvertedListSettings;
  readonly #sketchSettings: SketchSettings;
  #lists: InvertedLists | null = null;
  #sketches: SignSketches | null = null;
  #vectorCount = 0;
  /** All rows with a lower ordinal are in a list. Infinity if all rows are in a list. */
  #nextToAssign = 0;

  /**
   * Loads the tenant from its file.
   *
   * @throws DamagedFileError if the tables of the file are not consistent or its vectors have another
   *   dimension
   */
  constructor(
    database: DatabaseSync,
    dimension: number,
    listSettings: InvertedListSettings = DEFAULT_LISTS,
    sketchSettings: SketchSettings = DEFAULT_SKETCHES,
  ) {
    this.#listSettings = listSettings;
    this.#sketchSettings = sketchSettings;
    this.#database = database;
    this.#dimension = dimension;
    this.#items = new ItemTable(database);
    this.#docValues = new DocValues(new StringDictionary(database, 'names'));
    this.#matrix = new QuantizedMatrix(dimension);
    this.#putRow = database.prepare('INSERT OR REPLACE INTO rows (slot, list, row) VALUES (?, ?, ?)');
    this.#deleteRow = database.prepare('DELETE FROM rows WHERE slot = ?');
    this.#setList = database.prepare('UPDATE rows SET list = ? WHERE slot = ?');
    this.#load();
  }

  get sizeBytes(): number {
    const derived = (this.#lists?.sizeBytes ?? 0) + (this.#sketches?.sizeBytes ?? 0);
    return this.#matrix.sizeBytes + this.#docValues.sizeBytes + derived;
  }

  upsert(items: readonly VectorItem[]): void {
    inSqliteTransaction(this.#database, () => {
      for (const item of items) this.#upsertOne(item);
      this.#extendLists(items.length);
    });
  }

  remove(entries: readonly RemovedItem[]): void {
    inSqliteTransaction(this.#database, () => {
      for (const { id, revision } of entries) {
        const stored = this.#items.find(id);
        if (stored && stored.revision > revision) continue;
        if (stored?.ordinal != null) this.#clear(stored.ordinal);
        this.#items.put(id, { revision, ordinal: null, deleted: true });
      }
      this.#docValues.deleteUnusedStrings();
    });
  }

  deleteTombstones(entries: readonly RemovedItem[]): void {
    inSqliteTransaction(this.#database, () => {
      for (const entry of entries) this.#items.deleteTombstone(entry);
    });
  }

  get docValues(): DocValues {
    return this.#docValues;
  }

  /** The cosine similarities of a vector and the vectors of items. Negative similarities become 0. */
  scoresOf(ordinals: Int32Array, vector: Float32Array): Float64Array {
    return toScores(this.#matrix.dots(ordinals, vector));
  }

  search(vector: Float32Array, filter: SearchFilter, limit: number): PackedVectorHits {
    return this.#packHits(this.searchOrdinals(vector, filter, limit));
  }

  /**
   * Finds the `limit` nearest items that pass the filter, best first, with their cosine similarity. Negative
   * similarities become 0. Exact for small tenants. In a large tenant, sketches select the items that are scored, so
   * the last hits can be less similar than an item that is not found.
   */
  searchOrdinals(vector: Float32Array, filter: SearchFilter, limit: number): OrdinalHits {
    const passes = this.#docValues.compileFilter(filter);
    const { candidatesPerHit, minRatio } = this.#sketchSettings;
    const selected = limit * candidatesPerHit;
    const candidates =
      this.#sketches && this.#docValues.length >= selected * minRatio
        ? this.#candidatesFromSketches(this.#sketches, vector, passes, limit, selected)
        : this.#candidatesFromScan(vector, passes, limit);
    const { ordinals, scores: cosines } = this.#rerank(candidates, vector, limit);
    return { ordinals, scores: toScores(cosines) };
  }

  #candidatesFromSketches(
    sketches: SignSketches,
    vector: Float32Array,
    passes: (ordinal: number) => boolean,
    limit: number,
    selected: number,
  ): TopK {
    const ordinals = Int32Array.from(sketches.candidates(vector, this.#docValues.length, selected, passes));
    const scores = this.#matrix.approximateDots(vector, ordinals);
    const candidates = new TopK(Math.min(limit + rerankMargin(limit), ordinals.length));
    for (let i = 0; i < ordinals.length; i++) candidates.offer(ordinals[i]!, scores[i]!);
    return candidates;
  }

  #candidatesFromScan(vector: Float32Array, passes: (ordinal: number) => boolean, limit: number): TopK {
    const candidates = new TopK(Math.min(limit + rerankMargin(limit), this.#docValues.length));
    let threshold = candidates.threshold;
    this.#matrix.forEachScoreBlock(vector, this.#docValues.length, (first, scores) => {
      for (let i = 0; i < scores.length; i++) {
        // The filter is evaluated only for items whose score is high enough. After the first few hundred
        // items, few scores are high enough.
        if (scores[i]! > threshold && passes(first + i)) {
          candidates.offer(first + i, scores[i]!);
          threshold = candidates.threshold;
        }
      }
    });
    return candidates;
  }

  /**
   * Returns the nearest items other than `id`, best first. Exact for small tenants. A larger tenant is searched by
   * inverted lists with a bounded cost, which can miss the nearest item.
   *
   * @param limit maximum number of items, at most {@link NEAREST_CANDIDATES}
   */
  nearest(id: string, vector: Float32Array, limit: number): VectorHit[] {
    const own = this.#docValues.ordinalOf(id);
    const candidates =
      this.#lists && this.#nextToAssign === Infinity
        ? this.#candidatesFromLists(this.#lists, own, vector)
        : this.#candidatesFromAll(own, vector);
    const { ordinals, scores: cosines } = this.#rerank(candidates, vector, limit);
    return Array.from(ordinals, (ordinal, i) => ({
      id: this.#docValues.id(ordinal),
      score: toScore(cosines[i]!),
    }));
  }

  #candidatesFromLists(lists: InvertedLists, own: number, vector: Float32Array): TopK {
    const ordinals = lists.candidates(vector, SKETCH_CANDIDATES).ordinals();
    const scores = this.#matrix.approximateDots(vector, ordinals);
    const candidates = new TopK(NEAREST_CANDIDATES);
    for (let i = 0; i < ordinals.length; i++)
      if (ordinals[i] !== own) candidates.offer(ordinals[i]!, scores[i]!);
    return candidates;
  }

  #candidatesFromAll(own: number, vector: Float32Array): TopK {
    const candidates = new TopK(Math.min(NEAREST_CANDIDATES, this.#docValues.length));
    let threshold = candidates.threshold;
    this.#matrix.forEachScoreBlock(vector, this.#docValues.length, (first, scores) => {
      for (let i = 0; i < scores.length; i++) {
        const ordinal = first + i;
        if (scores[i]! > threshold && ordinal !== own && this.#docValues.isLive(ordinal)) {
          candidates.offer(ordinal, scores[i]!);
          threshold = candidates.threshold;
        }
      }
    });
    return candidates;
  }

  score(vector: Float32Array, ids: readonly string[]): PackedVectorHits {
    const ordinals = Int32Array.from(ids, (id) => this.#docValues.ordinalOf(id)).filter(
      (ordinal) => ordinal !== -1,
    );
    return this.#packHits({ ordinals, scores: this.scoresOf(ordinals, vector) });
  }

  vectors(ids: readonly string[]): Map<string, Float32Array> {
    const vectors = new Map<string, Float32Array>();
    for (const id of ids) {
      const ordinal = this.#docValues.ordinalOf(id);
      if (ordinal !== -1) vectors.set(id, this.#matrix.get(ordinal));
    }
    return vectors;
  }

  revisions(afterId: string, limit: number): IndexedRevision[] {
    return this.#items.page(afterId, limit);
  }

  count(): number {
    return this.#items.counts().live;
  }

  #upsertOne(item: VectorItem): void {
    const { id, revision, vector } = item;
    const stored = this.#items.find(id);
    if (stored && stored.revision >= revision) return;
    if (stored?.ordinal != null) this.#clear(stored.ordinal);
    if (vector === null) {
      this.#items.put(id, { revision, ordinal: null, deleted: false });
      return;
    }
    const ordinal = this.#ordinals.allocate();
    const list = this.#lists?.nearestList(vector) ?? null;
    const row = this.#docValues.encodeRow(id, item, encodeVector(vector));
    this.#items.put(id, { revision, ordinal, deleted: false });
    this.#putRow.run(ordinal, list, row);
    this.#addRow(ordinal, row, list);
  }

  /**
   * Creates the inverted lists when the tenant has enough vectors, and adds a limited number of earlier rows
   * to them. The centroids are stored vectors, evenly spaced in the order of their ordinals.
   */
  #extendLists(itemCount: number): void {
    const { minVectors, lists: listCount, assignedPerItem } = this.#listSettings;
    if (this.#nextToAssign === Infinity) return;
    const { length } = this.#docValues;
    if (this.#lists === null) {
      if (this.#vectorCount < Math.max(minVectors, listCount)) return;
      const live = Array.from({ length }, (_, ordinal) => ordinal).filter((ordinal) =>
        this.#docValues.isLive(ordinal),
      );
      const vectors = Array.from({ length: listCount }, (_, i) =>
        this.#matrix.get(live[Math.floor((i * live.length) / listCount)]!),
      );
      const put = this.#database.prepare('INSERT INTO centroids (list, vector) VALUES (?, ?)');
      vectors.forEach((vector, list) => put.run(list, encodeVector(vector)));
      this.#lists = new InvertedLists(this.#dimension, vectors.map(quantizeRow));
    }
    for (let remaining = itemCount * assignedPerItem; remaining > 0; this.#nextToAssign++) {
      const ordinal = this.#nextToAssign;
      if (ordinal >= length) {
        this.#nextToAssign = Infinity;
        return;
      }
      if (!this.#docValues.isLive(ordinal) || this.#lists.has(ordinal)) continue;
      const list = this.#lists.nearestList(this.#matrix.get(ordinal));
      this.#lists.add(ordinal, list, this.#matrix.codes(ordinal));
      this.#setList.run(list, ordinal);
      remaining--;
    }
  }

  #clear(ordinal: number): void {
    this.#deleteRow.run(ordinal);
    this.#docValues.clear(ordinal);
    this.#matrix.clear(ordinal);
    this.#lists?.remove(ordinal);
    this.#vectorCount--;
    this.#ordinals.release(ordinal);
  }

  #load(): void {
    const centroids = this.#readCentroids();
    if (centroids.length > 0) this.#lists = new InvertedLists(this.#dimension, centroids);
    const rows = readRows<[number, number | null, Uint8Array]>(this.#database, 'slot, list, row');
    for (const [ordinal, list, row] of rows) {
      if (list !== null && list >= centroids.length)
        throw new DamagedFileError(
          `The vector file has no centroid for the list ${list}. Loci rebuilds the file.`,
        );
      this.#ordinals.markUsed(ordinal);
      this.#addRow(ordinal, row, list);
    }
    const { searchable } = this.#items.counts();
    if (this.#vectorCount !== searchable)
      throw new DamagedFileError(
        `The vector file has ${this.#vectorCount} vectors for ${searchable} items. Loci rebuilds the file.`,
      );
    if (this.#lists?.size === this.#vectorCount) this.#nextToAssign = Infinity;
  }

  #readCentroids(): QuantizedRow[] {
    const rows = this.#database.prepare('SELECT vector FROM centroids ORDER BY list').all();
    return rows.map(({ vector }) => this.#decodeVector(vector as Uint8Array, 0));
  }

  #addRow(ordinal: number, row: Uint8Array, list: number | null): void {
    const vector = this.#decodeVector(row, this.#docValues.setRow(ordinal, row));
    this.#matrix.set(ordinal, vector);
    this.#setSketch(ordinal, vector.codes);
    if (list !== null) this.#lists!.add(ordinal, list, vector.codes);
    this.#vectorCount++;
  }

  /** Sets the sketch of a row. When the tenant has enough rows, creates the sketches of all rows. */
  #setSketch(ordinal: number, codes: Int8Array): void {
    if (this.#sketches) return this.#sketches.set(ordinal, codes);
    const { length } = this.#docValues;
    if (length < this.#sketchSettings.minRows) return;
    this.#sketches = new SignSketches(this.#dimension);
    for (let row = 0; row < length; row++) this.#sketches.set(row, this.#matrix.codes(row));
  }

  /** Decodes the vector that {@link encodeVector} stored from `start` to the end of `bytes`. */
  #decodeVector(bytes: Uint8Array, start: number): QuantizedRow {
    if (bytes.length !== start + 4 + 2 * this.#dimension)
      throw new DamagedFileError(
        `A vector in the vector file does not have ${this.#dimension} dimensions. Loci rebuilds the file.`,
      );
    const codesStart = bytes.byteOffset + start + 4;
    return {
      scale: new DataView(bytes.buffer, bytes.byteOffset).getFloat32(start, true),
      codes: new Int8Array(bytes.buffer, codesStart, this.#dimension),
      residuals: new Int8Array(bytes.buffer, codesStart + this.#dimension, this.#dimension),
    };
  }

  #packHits({ ordinals, scores }: OrdinalHits): PackedVectorHits {
    return { ids: this.#docValues.packedIds(ordinals), scores };
  }

  /** Returns the `limit` candidates with the highest exact cosines, best first. Breaks ties by ascending id. */
  #rerank(candidates: TopK, vector: Float32Array, limit: number): OrdinalHits {
    const ordinals = candidates.ordinals();
    return sortHits(
      { ordinals, scores: this.#matrix.dots(ordinals, vector) },
      (a, b) => this.#docValues.compareIds(ordinals[a]!, ordinals[b]!),
      limit,
    );
  }
}

/** Quantizes a vector and encodes it: its scale as an f32, then the codes and the residuals. */
function encodeVector(vector: Float32Array): Uint8Array {
  const dimension = vector.length;
  const bytes = new Uint8Array(4 + 2 * dimension);
  const codes = new Int8Array(bytes.buffer, 4, dimension);
  const residuals = new Int8Array(bytes.buffer, 4 + dimension, dimension);
  new DataView(bytes.buffer).setFloat32(0, quantizeRowInto(vector, codes, residuals), true);
  return bytes;
}

/**
 * Number of candidates to rerank in addition to `limit`. Approximate scores misplace items by fewer ranks
 * than this number.
 */
function rerankMargin(limit: number): number {
  return 32 + Math.ceil(limit / 8);
}

/** Converts cosines to scores, in place. */
function toScores(cosines: Float64Array): Float64Array {
  for (let i = 0; i < cosines.length; i++) cosines[i] = toScore(cosines[i]!);
  return cosines;
}

function toScore(cosine: number): number {
  return Math.min(1, Math.max(0, cosine));
}
