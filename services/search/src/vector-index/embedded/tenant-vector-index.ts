import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { TopK } from '../../embedded-storage/top-k.ts';
import { OrdinalAllocator } from '../../embedded-storage/ordinal-allocator.ts';
import { DocValues } from '../../embedded-storage/doc-values.ts';
import { ITEM_TABLE_SQL, ItemTable } from '../../embedded-storage/item-table.ts';
import type { CachedTenant } from '../../embedded-storage/tenant-cache.ts';
import { readRows } from '../../embedded-storage/read-rows.ts';
import { DamagedFileError } from '../../embedded-storage/sqlite-errors.ts';
import { StringDictionary } from '../../embedded-storage/string-dictionary.ts';
import { inSqliteTransaction, type TenantSchema } from '../../embedded-storage/tenant-file.ts';
import type { IndexedRevision, RemovedItem } from '../../items/indexed-item.ts';
import type { SearchFilter } from '../../items/search-filter.ts';
import { QuantizedMatrix } from './quantized-matrix.ts';
import type { PackedVectorHits } from './packed-vector-hits.ts';
import { quantizeRow } from './quantization.ts';
import type { VectorHit, VectorItem } from '../vector-index.ts';

export const TENANT_VECTOR_SCHEMA: TenantSchema = {
  version: 1,
  tables: `${ITEM_TABLE_SQL}
    CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE rows (slot INTEGER PRIMARY KEY, row BLOB NOT NULL);`,
};

/** One tenant's vectors, all of them in memory: one byte per dimension to scan, a second one for the last word. */
export class TenantVectorIndex implements CachedTenant {
  readonly #database: DatabaseSync;
  readonly #dimension: number;
  readonly #register: ItemTable;
  readonly #columns: DocValues;
  readonly #codes: QuantizedMatrix;
  readonly #slots = new OrdinalAllocator();
  readonly #putRow: StatementSync;
  readonly #dropRow: StatementSync;

  /** @throws DamagedFileError when the file contradicts itself or holds another dimension */
  constructor(database: DatabaseSync, dimension: number) {
    this.#database = database;
    this.#dimension = dimension;
    this.#register = new ItemTable(database);
    this.#columns = new DocValues(new StringDictionary(database, 'names'));
    this.#codes = new QuantizedMatrix(dimension);
    this.#putRow = database.prepare('INSERT OR REPLACE INTO rows (slot, row) VALUES (?, ?)');
    this.#dropRow = database.prepare('DELETE FROM rows WHERE slot = ?');
    this.#load();
  }

  get sizeBytes(): number {
    return this.#codes.sizeBytes + this.#columns.sizeBytes;
  }

  upsert(items: readonly VectorItem[]): void {
    inSqliteTransaction(this.#database, () => {
      for (const item of items) this.#upsertOne(item);
    });
  }

  remove(entries: readonly RemovedItem[]): void {
    inSqliteTransaction(this.#database, () => {
      for (const { id, revision } of entries) {
        const stored = this.#register.find(id);
        if (stored && stored.revision > revision) continue;
        if (stored?.ordinal != null) this.#empty(stored.ordinal);
        this.#register.put(id, { revision, ordinal: null, deleted: true });
      }
    });
  }

  search(vector: Float32Array, filter: SearchFilter, limit: number): PackedVectorHits {
    const candidates = new TopK(Math.min(limit + rerankMargin(limit), this.#columns.length));
    const passes = this.#columns.compileFilter(filter);
    let threshold = candidates.threshold;
    this.#codes.forEachScoreBlock(vector, this.#columns.length, (first, scores) => {
      for (let i = 0; i < scores.length; i++) {
        // The filter is asked only of those who would get in: after the first few hundred, hardly ever.
        if (scores[i]! > threshold && passes(first + i)) {
          candidates.offer(first + i, scores[i]!);
          threshold = candidates.threshold;
        }
      }
    });
    return this.#packed(this.#exact(candidates, vector).slice(0, limit));
  }

  /** The nearest of all others but `id`, or null when there is none. */
  nearest(id: string, vector: Float32Array): VectorHit | null {
    const self = this.#columns.ordinalOf(id);
    const best = new TopK(Math.min(NEAREST_CANDIDATES, this.#columns.length));
    let threshold = best.threshold;
    this.#codes.forEachScoreBlock(vector, this.#columns.length, (first, scores) => {
      for (let i = 0; i < scores.length; i++) {
        const slot = first + i;
        if (scores[i]! > threshold && slot !== self && this.#columns.isLive(slot)) {
          best.offer(slot, scores[i]!);
          threshold = best.threshold;
        }
      }
    });
    const [hit] = this.#exact(best, vector);
    return hit ? { id: this.#columns.id(hit.slot), score: toScore(hit.cosine) } : null;
  }

  score(vector: Float32Array, ids: readonly string[]): PackedVectorHits {
    const slots = ids.map((id) => this.#columns.ordinalOf(id)).filter((slot) => slot !== -1);
    return this.#packed(slots.map((slot) => ({ slot, cosine: this.#codes.dot(slot, vector) })));
  }

  vectors(ids: readonly string[]): Map<string, Float32Array> {
    const vectors = new Map<string, Float32Array>();
    for (const id of ids) {
      const slot = this.#columns.ordinalOf(id);
      if (slot !== -1) vectors.set(id, this.#codes.get(slot));
    }
    return vectors;
  }

  revisions(afterId: string, limit: number): IndexedRevision[] {
    return this.#register.page(afterId, limit);
  }

  count(): number {
    return this.#register.counts().live;
  }

  #upsertOne(item: VectorItem): void {
    const { id, revision, vector } = item;
    const stored = this.#register.find(id);
    if (stored && stored.revision >= revision) return;
    if (stored?.ordinal != null) this.#empty(stored.ordinal);
    if (vector === null) {
      this.#register.put(id, { revision, ordinal: null, deleted: false });
      return;
    }
    const slot = this.#slots.allocate();
    const { scale, codes, residuals } = quantizeRow(vector);
    const payload = new Uint8Array(4 + 2 * this.#dimension);
    new DataView(payload.buffer).setFloat32(0, scale, true);
    payload.set(new Uint8Array(codes.buffer), 4);
    payload.set(new Uint8Array(residuals.buffer), 4 + this.#dimension);
    const row = this.#columns.encodeRow(id, item, payload);
    this.#register.put(id, { revision, ordinal: slot, deleted: false });
    this.#putRow.run(slot, row);
    this.#take(slot, row);
  }

  #empty(slot: number): void {
    this.#dropRow.run(slot);
    this.#columns.clear(slot);
    this.#codes.clear(slot);
    this.#slots.release(slot);
  }

  #load(): void {
    let loaded = 0;
    for (const [slot, row] of readRows(this.#database)) {
      this.#slots.markUsed(slot);
      this.#take(slot, row);
      loaded++;
    }
    if (loaded !== this.#register.counts().slots) throw new DamagedFileError('Rows are missing.');
  }

  #take(slot: number, row: Uint8Array): void {
    const start = this.#columns.setRow(slot, row);
    if (row.length !== start + 4 + 2 * this.#dimension)
      throw new DamagedFileError('A row has another dimension.');
    const codesStart = row.byteOffset + start + 4;
    this.#codes.set(slot, {
      scale: new DataView(row.buffer, row.byteOffset).getFloat32(start, true),
      codes: new Int8Array(row.buffer, codesStart, this.#dimension),
      residuals: new Int8Array(row.buffer, codesStart + this.#dimension, this.#dimension),
    });
  }

  #packed(hits: readonly { slot: number; cosine: number }[]): PackedVectorHits {
    return {
      ids: this.#columns.packedIds(hits.map(({ slot }) => slot)),
      scores: Float64Array.from(hits, ({ cosine }) => toScore(cosine)),
    };
  }

  /** Best first; of equals the lower id. */
  #exact(candidates: TopK, vector: Float32Array): { slot: number; cosine: number }[] {
    const exact = Array.from(candidates.ordinals(), (slot) => ({
      slot,
      cosine: this.#codes.dot(slot, vector),
    }));
    return exact.sort(
      (a, b) => b.cosine - a.cosine || (this.#columns.id(a.slot) < this.#columns.id(b.slot) ? -1 : 1),
    );
  }
}

// Among so many by one byte per dimension is the nearest by two.
const NEAREST_CANDIDATES = 8;

// How many more than asked for are scored exactly: what one byte per dimension misplaces lies within.
function rerankMargin(limit: number): number {
  return 32 + Math.ceil(limit / 8);
}

function toScore(cosine: number): number {
  return Math.min(1, Math.max(0, cosine));
}
