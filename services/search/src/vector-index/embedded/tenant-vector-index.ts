import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DocValues } from '../../embedded-storage/doc-values.ts';
import { ITEM_TABLE_SQL, ItemTable } from '../../embedded-storage/item-table.ts';
import { OrdinalAllocator } from '../../embedded-storage/ordinal-allocator.ts';
import { readRows } from '../../embedded-storage/read-rows.ts';
import { DamagedFileError } from '../../embedded-storage/sqlite-errors.ts';
import { StringDictionary } from '../../embedded-storage/string-dictionary.ts';
import type { CachedTenant } from '../../embedded-storage/tenant-cache.ts';
import { inSqliteTransaction, type TenantSchema } from '../../embedded-storage/tenant-file.ts';
import { TopK } from '../../embedded-storage/top-k.ts';
import type { IndexedRevision, RemovedItem } from '../../items/indexed-item.ts';
import type { SearchFilter } from '../../items/search-filter.ts';
import type { VectorHit, VectorItem } from '../vector-index.ts';
import type { PackedVectorHits } from './packed-vector-hits.ts';
import { quantizeRow } from './quantization.ts';
import { QuantizedMatrix } from './quantized-matrix.ts';

/**
 * Schema of a tenant's vector file. `rows` has the doc values and quantized vectors. The column `slot` is the ordinal.
 */
export const TENANT_VECTOR_SCHEMA: TenantSchema = {
  version: 1,
  tables: `${ITEM_TABLE_SQL}
    CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE rows (slot INTEGER PRIMARY KEY, row BLOB NOT NULL);`,
};

/** Candidates that `nearest` scores exactly. The nearest item is among this many by approximate score. */
const NEAREST_CANDIDATES = 8;

/**
 * The vector index of one tenant, with all vectors in memory. A scan of the int8 codes selects candidates for
 * reranking.
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

  /** @throws DamagedFileError if the tables of the file are not consistent or its vectors have another dimension */
  constructor(database: DatabaseSync, dimension: number) {
    this.#database = database;
    this.#dimension = dimension;
    this.#items = new ItemTable(database);
    this.#docValues = new DocValues(new StringDictionary(database, 'names'));
    this.#matrix = new QuantizedMatrix(dimension);
    this.#putRow = database.prepare('INSERT OR REPLACE INTO rows (slot, row) VALUES (?, ?)');
    this.#deleteRow = database.prepare('DELETE FROM rows WHERE slot = ?');
    this.#load();
  }

  get sizeBytes(): number {
    return this.#matrix.sizeBytes + this.#docValues.sizeBytes;
  }

  upsert(items: readonly VectorItem[]): void {
    inSqliteTransaction(this.#database, () => {
      for (const item of items) this.#upsertOne(item);
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
    });
  }

  get docValues(): DocValues {
    return this.#docValues;
  }

  /** The cosine similarity of a vector and an item, 0..1. */
  scoreOf(ordinal: number, vector: Float32Array): number {
    return toScore(this.#matrix.dot(ordinal, vector));
  }

  search(vector: Float32Array, filter: SearchFilter, limit: number): PackedVectorHits {
    const hits = this.searchOrdinals(vector, filter, limit);
    return {
      ids: this.#docValues.packedIds(hits.map(({ ordinal }) => ordinal)),
      scores: Float64Array.from(hits, ({ score }) => score),
    };
  }

  /** Finds the `limit` nearest items that pass the filter, best first, with their cosine similarity, 0..1. */
  searchOrdinals(
    vector: Float32Array,
    filter: SearchFilter,
    limit: number,
  ): { ordinal: number; score: number }[] {
    const candidates = new TopK(Math.min(limit + rerankMargin(limit), this.#docValues.length));
    const passes = this.#docValues.compileFilter(filter);
    let threshold = candidates.threshold;
    this.#matrix.forEachScoreBlock(vector, this.#docValues.length, (first, scores) => {
      for (let i = 0; i < scores.length; i++) {
        // The filter is evaluated only for items whose score is high enough, which are few after the first hundreds.
        if (scores[i]! > threshold && passes(first + i)) {
          candidates.offer(first + i, scores[i]!);
          threshold = candidates.threshold;
        }
      }
    });
    return this.#rerank(candidates, vector)
      .slice(0, limit)
      .map(({ ordinal, cosine }) => ({ ordinal, score: toScore(cosine) }));
  }

  /** The nearest item other than `id`, or null if there is none. */
  nearest(id: string, vector: Float32Array): VectorHit | null {
    const own = this.#docValues.ordinalOf(id);
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
    const [hit] = this.#rerank(candidates, vector);
    return hit ? { id: this.#docValues.id(hit.ordinal), score: toScore(hit.cosine) } : null;
  }

  score(vector: Float32Array, ids: readonly string[]): PackedVectorHits {
    const ordinals = ids.map((id) => this.#docValues.ordinalOf(id)).filter((ordinal) => ordinal !== -1);
    return this.#packHits(
      ordinals.map((ordinal) => ({ ordinal, cosine: this.#matrix.dot(ordinal, vector) })),
    );
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
    const { scale, codes, residuals } = quantizeRow(vector);
    const payload = new Uint8Array(4 + 2 * this.#dimension);
    new DataView(payload.buffer).setFloat32(0, scale, true);
    payload.set(new Uint8Array(codes.buffer), 4);
    payload.set(new Uint8Array(residuals.buffer), 4 + this.#dimension);
    const row = this.#docValues.encodeRow(id, item, payload);
    this.#items.put(id, { revision, ordinal, deleted: false });
    this.#putRow.run(ordinal, row);
    this.#addRow(ordinal, row);
  }

  #clear(ordinal: number): void {
    this.#deleteRow.run(ordinal);
    this.#docValues.clear(ordinal);
    this.#matrix.clear(ordinal);
    this.#ordinals.release(ordinal);
  }

  #load(): void {
    let loaded = 0;
    for (const [ordinal, row] of readRows(this.#database)) {
      this.#ordinals.markUsed(ordinal);
      this.#addRow(ordinal, row);
      loaded++;
    }
    if (loaded !== this.#items.counts().searchable) throw new DamagedFileError('Item rows are missing.');
  }

  #addRow(ordinal: number, row: Uint8Array): void {
    const start = this.#docValues.setRow(ordinal, row);
    if (row.length !== start + 4 + 2 * this.#dimension)
      throw new DamagedFileError(`An item row does not have a vector of ${this.#dimension} dimensions.`);
    const codesStart = row.byteOffset + start + 4;
    this.#matrix.set(ordinal, {
      scale: new DataView(row.buffer, row.byteOffset).getFloat32(start, true),
      codes: new Int8Array(row.buffer, codesStart, this.#dimension),
      residuals: new Int8Array(row.buffer, codesStart + this.#dimension, this.#dimension),
    });
  }

  #packHits(hits: readonly { ordinal: number; cosine: number }[]): PackedVectorHits {
    return {
      ids: this.#docValues.packedIds(hits.map(({ ordinal }) => ordinal)),
      scores: Float64Array.from(hits, ({ cosine }) => toScore(cosine)),
    };
  }

  /** Sorts candidates by their exact cosine, best first. Breaks ties by ascending id. */
  #rerank(candidates: TopK, vector: Float32Array): { ordinal: number; cosine: number }[] {
    const reranked = Array.from(candidates.ordinals(), (ordinal) => ({
      ordinal,
      cosine: this.#matrix.dot(ordinal, vector),
    }));
    return reranked.sort(
      (a, b) =>
        b.cosine - a.cosine || (this.#docValues.id(a.ordinal) < this.#docValues.id(b.ordinal) ? -1 : 1),
    );
  }
}

/** Candidates reranked in addition to `limit`. The approximate scores misplace items by fewer ranks than this. */
function rerankMargin(limit: number): number {
  return 32 + Math.ceil(limit / 8);
}

function toScore(cosine: number): number {
  return Math.min(1, Math.max(0, cosine));
}
