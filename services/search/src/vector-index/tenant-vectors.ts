import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BestSlots } from '../embedded-index/best-slots.ts';
import { FreeSlots } from '../embedded-index/free-slots.ts';
import { ItemColumns } from '../embedded-index/item-columns.ts';
import { ITEM_REGISTER_TABLES, ItemRegister } from '../embedded-index/item-register.ts';
import type { OpenTenant } from '../embedded-index/open-tenants.ts';
import { readRows } from '../embedded-index/read-rows.ts';
import { DamagedFileError } from '../embedded-index/sqlite-errors.ts';
import { StoredNames } from '../embedded-index/stored-names.ts';
import { inFileTransaction, type TenantSchema } from '../embedded-index/tenant-file.ts';
import type { IndexedRevision, RemovedItem } from '../items/indexed-item.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import { CodeMatrix } from './code-matrix.ts';
import { quantizeRow } from './quantize.ts';
import type { VectorHit, VectorItem } from './vector-index.ts';

/** `rows` is all that loading reads; the exact vectors stay in the file. */
export const VECTOR_SCHEMA: TenantSchema = {
  version: 1,
  tables: `${ITEM_REGISTER_TABLES}
    CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE rows (slot INTEGER PRIMARY KEY, row BLOB NOT NULL);
    CREATE TABLE vectors (slot INTEGER PRIMARY KEY, vector BLOB NOT NULL);`,
};

/** One tenant's vectors: one byte per dimension in memory for the scan, exact ones in the file for the last word. */
export class TenantVectors implements OpenTenant {
  readonly #database: DatabaseSync;
  readonly #dimension: number;
  readonly #register: ItemRegister;
  readonly #columns: ItemColumns;
  readonly #codes: CodeMatrix;
  readonly #slots = new FreeSlots();
  readonly #putRow: StatementSync;
  readonly #putVector: StatementSync;
  readonly #dropRow: StatementSync;
  readonly #dropVector: StatementSync;
  readonly #getVector: StatementSync;

  /** @throws DamagedFileError when the file contradicts itself or holds another dimension */
  constructor(database: DatabaseSync, dimension: number) {
    this.#database = database;
    this.#dimension = dimension;
    this.#register = new ItemRegister(database);
    this.#columns = new ItemColumns(new StoredNames(database, 'names'));
    this.#codes = new CodeMatrix(dimension);
    this.#putRow = database.prepare('INSERT OR REPLACE INTO rows (slot, row) VALUES (?, ?)');
    this.#putVector = database.prepare('INSERT OR REPLACE INTO vectors (slot, vector) VALUES (?, ?)');
    this.#dropRow = database.prepare('DELETE FROM rows WHERE slot = ?');
    this.#dropVector = database.prepare('DELETE FROM vectors WHERE slot = ?');
    this.#getVector = database.prepare('SELECT vector FROM vectors WHERE slot = ?');
    this.#getVector.setReturnArrays(true);
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

  search(vector: Float32Array, filter: SearchFilter, limit: number): VectorHit[] {
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
    // In the file's order, which is faster than by score.
    const slots = candidates.slots().sort();
    const exact = Array.from(slots, (slot) => ({
      id: this.#columns.id(slot),
      cosine: this.#cosine(slot, vector),
    }));
    exact.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1));
    return exact.slice(0, limit).map(({ id, cosine }) => ({ id, score: toScore(cosine) }));
  }

  score(vector: Float32Array, ids: readonly string[]): VectorHit[] {
    const hits: VectorHit[] = [];
    for (const id of ids) {
      const slot = this.#register.find(id)?.slot ?? null;
      if (slot !== null) hits.push({ id, score: toScore(this.#cosine(slot, vector)) });
    }
    return hits;
  }

  vectors(ids: readonly string[]): Map<string, Float32Array> {
    const vectors = new Map<string, Float32Array>();
    for (const id of ids) {
      const slot = this.#register.find(id)?.slot ?? null;
      if (slot !== null) vectors.set(id, this.#exactVector(slot));
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
    const { scale, numbers } = quantizeRow(vector);
    const payload = new Uint8Array(4 + this.#dimension);
    new DataView(payload.buffer).setFloat32(0, scale, true);
    payload.set(new Uint8Array(numbers.buffer), 4);
    const row = this.#columns.encode(id, item, payload);
    this.#register.put(id, { revision, slot, deleted: false });
    this.#putRow.run(slot, row);
    this.#putVector.run(slot, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    this.#take(slot, row);
  }

  #empty(slot: number): void {
    this.#dropRow.run(slot);
    this.#dropVector.run(slot);
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
    if (row.length !== start + 4 + this.#dimension)
      throw new DamagedFileError('A row has another dimension.');
    const scale = new DataView(row.buffer, row.byteOffset).getFloat32(start, true);
    this.#codes.set(slot, scale, new Int8Array(row.buffer, row.byteOffset + start + 4, this.#dimension));
  }

  #cosine(slot: number, vector: Float32Array): number {
    const stored = this.#exactVector(slot);
    let sum = 0;
    for (let k = 0; k < stored.length; k++) sum += stored[k]! * vector[k]!;
    return sum;
  }

  #exactVector(slot: number): Float32Array {
    const row = this.#getVector.get(slot) as unknown as [Uint8Array] | undefined;
    if (row?.[0].byteLength !== 4 * this.#dimension) throw new DamagedFileError('A vector is missing.');
    return new Float32Array(row[0].buffer, row[0].byteOffset, this.#dimension);
  }
}

// How many more than asked for are scored exactly: what one byte per dimension misplaces lies within.
function rerankMargin(limit: number): number {
  return 32 + Math.ceil(limit / 8);
}

function toScore(cosine: number): number {
  return Math.min(1, Math.max(0, cosine));
}
