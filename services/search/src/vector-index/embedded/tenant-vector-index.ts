import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BestSlots } from '../../embedded-storage/top-k.ts';
import { FreeSlots } from '../../embedded-storage/ordinal-allocator.ts';
import { ItemColumns } from '../../embedded-storage/doc-values.ts';
import { ITEM_REGISTER_TABLES, ItemRegister } from '../../embedded-storage/item-table.ts';
import type { OpenTenant } from '../../embedded-storage/tenant-cache.ts';
import { readRows } from '../../embedded-storage/read-rows.ts';
import { DamagedFileError } from '../../embedded-storage/sqlite-errors.ts';
import { StoredNames } from '../../embedded-storage/string-dictionary.ts';
import { inFileTransaction, type TenantSchema } from '../../embedded-storage/tenant-file.ts';
import type { IndexedRevision, RemovedItem } from '../../items/indexed-item.ts';
import type { SearchFilter } from '../../items/search-filter.ts';
import { CodeMatrix } from './quantized-matrix.ts';
import type { PackedHits } from './packed-vector-hits.ts';
import { quantizeRow } from './quantization.ts';
import type { VectorHit, VectorItem } from '../vector-index.ts';

export const VECTOR_SCHEMA: TenantSchema = {
  version: 1,
  tables: `${ITEM_REGISTER_TABLES}
    CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE rows (slot INTEGER PRIMARY KEY, row BLOB NOT NULL);`,
};

/** One tenant's vectors, all of them in memory: one byte per dimension to scan, a second one for the last word. */
export class TenantVectors implements OpenTenant {
  readonly #database: DatabaseSync;
  readonly #dimension: number;
  readonly #register: ItemRegister;
  readonly #columns: ItemColumns;
  readonly #codes: CodeMatrix;
  readonly #slots = new FreeSlots();
  readonly #putRow: StatementSync;
  readonly #dropRow: StatementSync;

  /** @throws DamagedFileError when the file contradicts itself or holds another dimension */
  constructor(database: DatabaseSync, dimension: number) {
    this.#database = database;
    this.#dimension = dimension;
    this.#register = new ItemRegister(database);
    this.#columns = new ItemColumns(new StoredNames(database, 'names'));
    this.#codes = new CodeMatrix(dimension);
    this.#putRow = database.prepare('INSERT OR REPLACE INTO rows (slot, row) VALUES (?, ?)');
    this.#dropRow = database.prepare('DELETE FROM rows WHERE slot = ?');
    this.#load();
  }

  get sizeBytes(): number {
    return this.#codes.sizeBytes + this.#columns.sizeBytes;
  }

  upsert(items: readonly VectorItem[]): void {
    inFileTransaction(this.#database, () => {
      for (const item of items) this.#upsertOne(item);
    });
  }

  remove(entries: readonly RemovedItem[]): void {
    inFileTransaction(this.#database, () => {
      for (const { id, revision } of entries) {
        const stored = this.#register.find(id);
        if (stored && stored.revision > revision) continue;
        if (stored?.slot != null) this.#empty(stored.slot);
        this.#register.put(id, { revision, slot: null, deleted: true });
      }
    });
  }

  search(vector: Float32Array, filter: SearchFilter, limit: number): PackedHits {
    const candidates = new BestSlots(Math.min(limit + rerankMargin(limit), this.#columns.length));
    const passes = this.#columns.matcher(filter);
    let threshold = candidates.threshold;
    this.#codes.scan(vector, this.#columns.length, (first, scores) => {
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
    const self = this.#columns.slotOf(id);
    const best = new BestSlots(Math.min(NEAREST_CANDIDATES, this.#columns.length));
    let threshold = best.threshold;
    this.#codes.scan(vector, this.#columns.length, (first, scores) => {
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

  score(vector: Float32Array, ids: readonly string[]): PackedHits {
    const slots = ids.map((id) => this.#columns.slotOf(id)).filter((slot) => slot !== -1);
    return this.#packed(slots.map((slot) => ({ slot, cosine: this.#codes.dot(slot, vector) })));
  }

  vectors(ids: readonly string[]): Map<string, Float32Array> {
    const vectors = new Map<string, Float32Array>();
    for (const id of ids) {
      const slot = this.#columns.slotOf(id);
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
    if (stored?.slot != null) this.#empty(stored.slot);
    if (vector === null) {
      this.#register.put(id, { revision, slot: null, deleted: false });
      return;
    }
    const slot = this.#slots.take();
    const { scale, codes, fine } = quantizeRow(vector);
    const payload = new Uint8Array(4 + 2 * this.#dimension);
    new DataView(payload.buffer).setFloat32(0, scale, true);
    payload.set(new Uint8Array(codes.buffer), 4);
    payload.set(new Uint8Array(fine.buffer), 4 + this.#dimension);
    const row = this.#columns.encode(id, item, payload);
    this.#register.put(id, { revision, slot, deleted: false });
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
      this.#slots.occupy(slot);
      this.#take(slot, row);
      loaded++;
    }
    if (loaded !== this.#register.counts().slots) throw new DamagedFileError('Rows are missing.');
  }

  #take(slot: number, row: Uint8Array): void {
    const start = this.#columns.set(slot, row);
    if (row.length !== start + 4 + 2 * this.#dimension)
      throw new DamagedFileError('A row has another dimension.');
    const codesStart = row.byteOffset + start + 4;
    this.#codes.set(slot, {
      scale: new DataView(row.buffer, row.byteOffset).getFloat32(start, true),
      codes: new Int8Array(row.buffer, codesStart, this.#dimension),
      fine: new Int8Array(row.buffer, codesStart + this.#dimension, this.#dimension),
    });
  }

  #packed(hits: readonly { slot: number; cosine: number }[]): PackedHits {
    return {
      ids: this.#columns.packedIds(hits.map(({ slot }) => slot)),
      scores: Float64Array.from(hits, ({ cosine }) => toScore(cosine)),
    };
  }

  /** Best first; of equals the lower id. */
  #exact(candidates: BestSlots, vector: Float32Array): { slot: number; cosine: number }[] {
    const exact = Array.from(candidates.slots(), (slot) => ({ slot, cosine: this.#codes.dot(slot, vector) }));
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
