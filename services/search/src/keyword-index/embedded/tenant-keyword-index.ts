import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { AppError } from '@loci/core';
import { TopK } from '../../embedded-storage/top-k.ts';
import { OrdinalAllocator } from '../../embedded-storage/ordinal-allocator.ts';
import { DocValues } from '../../embedded-storage/doc-values.ts';
import { ITEM_TABLE_SQL, ItemTable } from '../../embedded-storage/item-table.ts';
import type { CachedTenant } from '../../embedded-storage/tenant-cache.ts';
import { readRows } from '../../embedded-storage/read-rows.ts';
import { DamagedFileError } from '../../embedded-storage/sqlite-errors.ts';
import { StringDictionary } from '../../embedded-storage/string-dictionary.ts';
import { inSqliteTransaction, type TenantSchema } from '../../embedded-storage/tenant-file.ts';
import type { IndexedItem, IndexedRevision, RemovedItem } from '../../items/indexed-item.ts';
import { passesFilter, type SearchFilter } from '../../items/search-filter.ts';
import type { ChunkRange, Snippet } from '../keyword-index.ts';
import type { PackedKeywordHits } from './packed-keyword-hits.ts';
import { buildSnippet } from '../snippet.ts';
import { MAX_ORDINALS, InvertedIndex } from './inverted-index.ts';
import { queryTerms } from '../text-analysis/query-terms.ts';
import { encodeTermFrequencies } from './term-frequencies.ts';
import { hashTerm } from './term-hash.ts';

/** `rows` is all that loading reads; the items themselves stay in the file. */
export const TENANT_KEYWORD_SCHEMA: TenantSchema = {
  version: 1,
  tables: `${ITEM_TABLE_SQL}
    CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE rows (slot INTEGER PRIMARY KEY, row BLOB NOT NULL);
    CREATE TABLE contents (slot INTEGER PRIMARY KEY, document_id TEXT, chunk_index INTEGER, item TEXT NOT NULL);
    CREATE INDEX chunks ON contents (document_id, chunk_index) WHERE document_id IS NOT NULL;`,
};

// What was removed costs memory until it is swept out, by loading the tenant again.
const MIN_REMOVED_TO_SWEEP = 4096;

/** One tenant's items, found by their terms: postings in memory, the items in the file. */
export class TenantKeywordIndex implements CachedTenant {
  readonly #database: DatabaseSync;
  readonly #register: ItemTable;
  #columns!: DocValues;
  #postings!: InvertedIndex;
  #slots!: OrdinalAllocator;
  #removedCount = 0;
  // A search is followed by asking for the scores of other items: the same query, the same scores.
  #scored: { query: string; scores: Float32Array } | null = null;
  readonly #getRow: StatementSync;
  readonly #putRow: StatementSync;
  readonly #dropRow: StatementSync;
  readonly #getContent: StatementSync;
  readonly #putContent: StatementSync;
  readonly #dropContent: StatementSync;
  readonly #getChunks: StatementSync;

  /** @throws DamagedFileError when the file contradicts itself */
  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#register = new ItemTable(database);
    this.#getRow = database.prepare('SELECT row FROM rows WHERE slot = ?');
    this.#putRow = database.prepare('INSERT INTO rows (slot, row) VALUES (?, ?)');
    this.#dropRow = database.prepare('DELETE FROM rows WHERE slot = ?');
    this.#getContent = database.prepare('SELECT item FROM contents WHERE slot = ?');
    this.#putContent = database.prepare(
      'INSERT INTO contents (slot, document_id, chunk_index, item) VALUES (?, ?, ?, ?)',
    );
    this.#dropContent = database.prepare('DELETE FROM contents WHERE slot = ?');
    this.#getChunks = database.prepare(
      'SELECT slot, item FROM contents WHERE document_id = ? AND chunk_index BETWEEN ? AND ? ORDER BY chunk_index',
    );
    for (const statement of [this.#getRow, this.#getContent, this.#getChunks])
      statement.setReturnArrays(true);
    this.#load();
  }

  get sizeBytes(): number {
    return this.#columns.sizeBytes + this.#postings.sizeBytes;
  }

  upsert(items: readonly IndexedItem[]): void {
    this.#scored = null;
    inSqliteTransaction(this.#database, () => {
      for (const item of items) this.#upsertOne(item);
    });
    this.#sweepIfDue();
  }

  remove(entries: readonly RemovedItem[]): void {
    this.#scored = null;
    inSqliteTransaction(this.#database, () => {
      for (const { id, revision } of entries) {
        const stored = this.#register.find(id);
        if (stored && stored.revision > revision) continue;
        if (stored?.ordinal != null) this.#empty(stored.ordinal);
        this.#register.put(id, { revision, ordinal: null, deleted: true });
      }
    });
    this.#sweepIfDue();
  }

  search(query: string, filter: SearchFilter, limit: number): PackedKeywordHits {
    const scores = this.#scores(query);
    const best = new TopK(Math.min(limit, scores.length));
    const passes = this.#columns.compileFilter(filter);
    let threshold = Math.max(0, best.threshold);
    for (let slot = 0; slot < scores.length; slot++) {
      // The filter is asked only of those who would get in.
      if (scores[slot]! > threshold && passes(slot)) {
        best.offer(slot, scores[slot]!);
        threshold = Math.max(0, best.threshold);
      }
    }
    return this.#packed(best.sorted());
  }

  score(query: string, ids: readonly string[], filter: SearchFilter): PackedKeywordHits {
    const scores = this.#scores(query);
    const passes = this.#columns.compileFilter(filter);
    const known = this.#slotsOf(ids).filter(({ slot }) => passes(slot));
    return this.#packed(known.map(({ slot }) => ({ slot, score: scores[slot]! })));
  }

  fetch(ids: readonly string[], filter: SearchFilter): IndexedItem[] {
    return this.#slotsOf(ids)
      .map(({ slot }) => this.#item(slot))
      .filter((item) => passesFilter(item, filter));
  }

  chunks(ranges: readonly ChunkRange[]): IndexedItem[] {
    const items = new Map<number, IndexedItem>();
    for (const { documentId, first, last } of ranges) {
      const rows = this.#getChunks.all(documentId, first, last) as unknown as [number, string][];
      for (const [slot, item] of rows) items.set(slot, parsed(item));
    }
    return [...items.values()].sort(byPlace);
  }

  highlight(query: string, ids: readonly string[]): Map<string, Snippet> {
    const terms = queryTerms(query);
    return new Map(
      this.#slotsOf(ids).map(({ id, slot }) => [id, buildSnippet(this.#item(slot).content, terms)]),
    );
  }

  revisions(afterId: string, limit: number): IndexedRevision[] {
    return this.#register.page(afterId, limit);
  }

  count(): number {
    return this.#register.counts().live;
  }

  #upsertOne(item: IndexedItem): void {
    const { id, revision, documentId, chunkIndex } = item;
    const stored = this.#register.find(id);
    if (stored && stored.revision >= revision) return;
    if (stored?.ordinal != null) this.#empty(stored.ordinal);
    const slot = this.#slots.allocate();
    if (slot >= MAX_ORDINALS)
      throw new AppError('SYS_SERVICE_UNAVAILABLE', 'The embedded keyword index has no room for more items.');
    const row = this.#columns.encodeRow(id, item, encodeTermFrequencies(item.content));
    this.#register.put(id, { revision, ordinal: slot, deleted: false });
    this.#putRow.run(slot, row);
    this.#putContent.run(slot, documentId, chunkIndex, JSON.stringify(item));
    this.#take(slot, row);
  }

  #empty(slot: number): void {
    const stored = this.#getRow.get(slot) as unknown as [Uint8Array] | undefined;
    if (!stored) throw new DamagedFileError('A row is missing.');
    this.#postings.remove(slot, stored[0], this.#columns.payloadStart(stored[0]));
    this.#columns.clear(slot);
    this.#dropRow.run(slot);
    this.#dropContent.run(slot);
    // The slot is not handed out again before the next load: the postings still name it.
    this.#removedCount++;
  }

  #load(): void {
    this.#columns = new DocValues(new StringDictionary(this.#database, 'names'));
    this.#postings = new InvertedIndex();
    this.#slots = new OrdinalAllocator();
    this.#removedCount = 0;
    let loaded = 0;
    for (const [slot, row] of readRows(this.#database)) {
      this.#slots.markUsed(slot);
      this.#take(slot, row);
      loaded++;
    }
    if (loaded !== this.#register.counts().slots) throw new DamagedFileError('Rows are missing.');
  }

  #take(slot: number, row: Uint8Array): void {
    this.#postings.add(slot, row, this.#columns.setRow(slot, row));
  }

  #sweepIfDue(): void {
    if (this.#removedCount > MIN_REMOVED_TO_SWEEP && this.#removedCount > this.#postings.size) this.#load();
  }

  #scores(query: string): Float32Array {
    if (this.#scored?.query !== query) {
      const terms = Array.from(queryTerms(query), hashTerm);
      this.#scored = { query, scores: this.#postings.score(terms, this.#columns.length) };
    }
    return this.#scored.scores;
  }

  #packed(hits: readonly { slot: number; score: number }[]): PackedKeywordHits {
    const slots = hits.map(({ slot }) => slot);
    return {
      ids: this.#columns.packedIds(slots),
      scores: Float64Array.from(hits, ({ score }) => score),
      importance: Float64Array.from(slots, (slot) => this.#columns.importance(slot)),
      createdAtMs: Float64Array.from(slots, (slot) => this.#columns.createdAtMs(slot)),
      inConversation: Uint8Array.from(slots, (slot) => (this.#columns.isInConversation(slot) ? 1 : 0)),
    };
  }

  #slotsOf(ids: readonly string[]): { id: string; slot: number }[] {
    return ids.flatMap((id) => {
      const slot = this.#columns.ordinalOf(id);
      return slot === -1 ? [] : [{ id, slot }];
    });
  }

  #item(slot: number): IndexedItem {
    const stored = this.#getContent.get(slot) as unknown as [string] | undefined;
    if (!stored) throw new DamagedFileError('An item is missing.');
    return parsed(stored[0]);
  }
}

function parsed(item: string): IndexedItem {
  try {
    return JSON.parse(item) as IndexedItem;
  } catch (cause) {
    throw new DamagedFileError('An item is not what was stored.', { cause });
  }
}

function byPlace(a: IndexedItem, b: IndexedItem): number {
  if (a.documentId !== b.documentId) return a.documentId! < b.documentId! ? -1 : 1;
  return a.chunkIndex! - b.chunkIndex!;
}
