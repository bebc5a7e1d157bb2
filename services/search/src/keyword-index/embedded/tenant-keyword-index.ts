import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ItemsResponse, TermPart } from '@loci/contracts';
import { AppError } from '@loci/core';
import { DocValues } from '../../embedded-storage/doc-values.ts';
import { growArray } from '../../embedded-storage/grow-array.ts';
import { ITEM_TABLE_SQL, ItemTable } from '../../embedded-storage/item-table.ts';
import { OrdinalAllocator } from '../../embedded-storage/ordinal-allocator.ts';
import type { OrdinalHits } from '../../embedded-storage/ordinal-hits.ts';
import { OrdinalSet } from '../../embedded-storage/ordinal-set.ts';
import { readRows } from '../../embedded-storage/read-rows.ts';
import { DamagedFileError } from '../../embedded-storage/sqlite-errors.ts';
import { StringDictionary } from '../../embedded-storage/string-dictionary.ts';
import type { CachedTenant } from '../../embedded-storage/tenant-cache.ts';
import { inSqliteTransaction, type TenantSchema } from '../../embedded-storage/tenant-file.ts';
import { TopK } from '../../embedded-storage/top-k.ts';
import type { IndexedItem, IndexedRevision, RemovedItem } from '../../items/indexed-item.ts';
import { passesFilter, unexpired, type SearchFilter } from '../../items/search-filter.ts';
import { contextRanges } from '../../query/build-chunk-contexts.ts';
import { buildResults } from '../../query/result-item.ts';
import { compareChunks } from '../chunk-order.ts';
import type { ChunkRange, ResultsQuery, SecondHopQuery, Snippet } from '../keyword-index.ts';
import { MAX_WORD_COUNT } from '../keyword-index.ts';
import { buildSnippet } from '../snippet.ts';
import { analyzeQuery, queryTerms } from '../text-analysis/query-terms.ts';
import { describeUtterance, namesIn, traitsOf } from '../text-analysis/utterance.ts';
import type { Utterance } from '../text-analysis/utterance.ts';
import { ConversationOrder } from './conversation-order.ts';
import { encodeEntities, endOfEntities, EntityIndex } from './entity-index.ts';
import { findSecondHop } from './find-second-hop.ts';
import { InvertedIndex } from './inverted-index.ts';
import type { PackedKeywordHits } from './packed-keyword-hits.ts';
import { MAX_ORDINALS } from './posting-lists.ts';
import { encodeTermFrequencies, forEachTermFrequency } from './term-frequencies.ts';
import { hashTerm, termKey } from './term-hash.ts';

/**
 * Schema of a tenant's keyword file. `rows` has the doc values, the description as an utterance, the entities and the term
 * frequencies, and is read when the tenant is loaded. `contents` has the items as JSON and is read only for results. The columns `slot` are
 * ordinals.
 */
export const TENANT_KEYWORD_SCHEMA: TenantSchema = {
  version: 5,
  tables: `${ITEM_TABLE_SQL}
    CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE rows (slot INTEGER PRIMARY KEY, row BLOB NOT NULL);
    CREATE TABLE contents (slot INTEGER PRIMARY KEY, document_id TEXT, chunk_index INTEGER, item TEXT NOT NULL);
    CREATE INDEX chunks ON contents (document_id, chunk_index) WHERE document_id IS NOT NULL;`,
};

/** Minimum number of removed items before the tenant is reloaded to free the memory of their postings. */
const MIN_REMOVED_TO_RELOAD = 4096;
/** Initial length of arrays by ordinal. */
const MIN_ORDINALS = 256;
const UTTERANCE_BYTES = 4;

/** The keyword index of one tenant: inverted index and doc values in memory, items in a SQLite file. */
export class TenantKeywordIndex implements CachedTenant {
  readonly #database: DatabaseSync;
  readonly #items: ItemTable;
  #docValues!: DocValues;
  #invertedIndex!: InvertedIndex;
  #entities!: EntityIndex;
  #conversations!: ConversationOrder;
  /** Descriptions of the items as utterances by ordinal. */
  #utterances!: Uint32Array;
  #ordinals!: OrdinalAllocator;
  #removedCount = 0;
  /** Scores of the last query. Cached because calls of `score` with the same query follow a search. */
  #cachedScores: { query: string; scores: Float32Array } | null = null;
  readonly #getRow: StatementSync;
  readonly #putRow: StatementSync;
  readonly #deleteRow: StatementSync;
  readonly #getContent: StatementSync;
  readonly #putContent: StatementSync;
  readonly #deleteContent: StatementSync;
  readonly #getChunks: StatementSync;

  /**
   * Loads the tenant from its file.
   *
   * @throws DamagedFileError if the tables of the file are not consistent
   */
  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#items = new ItemTable(database);
    this.#getRow = database.prepare('SELECT row FROM rows WHERE slot = ?');
    this.#putRow = database.prepare('INSERT INTO rows (slot, row) VALUES (?, ?)');
    this.#deleteRow = database.prepare('DELETE FROM rows WHERE slot = ?');
    this.#getContent = database.prepare('SELECT item FROM contents WHERE slot = ?');
    this.#putContent = database.prepare(
      'INSERT INTO contents (slot, document_id, chunk_index, item) VALUES (?, ?, ?, ?)',
    );
    this.#deleteContent = database.prepare('DELETE FROM contents WHERE slot = ?');
    this.#getChunks = database.prepare(
      'SELECT slot, item FROM contents WHERE document_id = ? AND chunk_index BETWEEN ? AND ? ORDER BY chunk_index',
    );
    for (const statement of [this.#getRow, this.#getContent, this.#getChunks])
      statement.setReturnArrays(true);
    this.#load();
  }

  get sizeBytes(): number {
    const arrays = this.#docValues.sizeBytes + this.#utterances.byteLength;
    const indexes = this.#invertedIndex.sizeBytes + this.#entities.sizeBytes;
    return arrays + indexes + this.#conversations.sizeBytes;
  }

  /** Doc values of the tenant. A reload replaces them. */
  get docValues(): DocValues {
    return this.#docValues;
  }

  upsert(items: readonly IndexedItem[]): void {
    this.#cachedScores = null;
    inSqliteTransaction(this.#database, () => {
      for (const item of items) this.#upsertOne(item);
    });
    this.#reloadIfDue();
  }

  remove(entries: readonly RemovedItem[]): void {
    this.#cachedScores = null;
    inSqliteTransaction(this.#database, () => {
      for (const { id, revision } of entries) {
        const stored = this.#items.find(id);
        if (stored && stored.revision > revision) continue;
        if (stored?.ordinal != null) this.#clear(stored.ordinal);
        this.#items.put(id, { revision, ordinal: null, deleted: true });
      }
      this.#docValues.deleteUnusedStrings();
    });
    this.#reloadIfDue();
  }

  deleteTombstones(entries: readonly RemovedItem[]): void {
    inSqliteTransaction(this.#database, () => {
      for (const entry of entries) this.#items.deleteTombstone(entry);
    });
  }

  search(query: string, filter: SearchFilter, limit: number): PackedKeywordHits {
    return this.#packHits(query, this.searchOrdinals(query, filter, limit));
  }

  /** Finds the `limit` best items that pass the filter, best first. */
  searchOrdinals(query: string, filter: SearchFilter, limit: number): OrdinalHits {
    const scores = this.scores(query);
    const top = new TopK(Math.min(limit, scores.length));
    const passes = this.#docValues.compileFilter(filter);
    let threshold = Math.max(0, top.threshold);
    for (let ordinal = 0; ordinal < scores.length; ordinal++) {
      // The filter is evaluated only for items whose score is high enough.
      if (scores[ordinal]! > threshold && passes(ordinal)) {
        top.offer(ordinal, scores[ordinal]!);
        threshold = Math.max(0, top.threshold);
      }
    }
    return top.sorted();
  }

  score(query: string, ids: readonly string[], filter: SearchFilter): PackedKeywordHits {
    const scores = this.scores(query);
    const passes = this.#docValues.compileFilter(filter);
    const known = this.#resolveIds(ids).filter(({ ordinal }) => passes(ordinal));
    const ordinals = Int32Array.from(known, ({ ordinal }) => ordinal);
    return this.#packHits(query, {
      ordinals,
      scores: Float64Array.from(ordinals, (ordinal) => scores[ordinal]!),
    });
  }

  fetch(ids: readonly string[], filter: SearchFilter): IndexedItem[] {
    return this.#resolveIds(ids)
      .map(({ ordinal }) => this.#readItem(ordinal))
      .filter((item) => passesFilter(item, filter));
  }

  chunks(ranges: readonly ChunkRange[]): IndexedItem[] {
    const items = new Map<number, IndexedItem>();
    for (const { documentId, first, last } of ranges) {
      const rows = this.#getChunks.all(documentId, first, last) as unknown as [number, string][];
      for (const [ordinal, json] of rows) items.set(ordinal, parseItem(json));
    }
    return [...items.values()].sort(compareChunks);
  }

  highlight(query: string, ids: readonly string[]): Map<string, Snippet> {
    const terms = analyzeQuery(query);
    return new Map(
      this.#resolveIds(ids).map(({ id, ordinal }) => [
        id,
        buildSnippet(this.#readItem(ordinal).content, terms),
      ]),
    );
  }

  /** Returns the matched terms of the items that match the query, with their parts of the BM25 score. */
  explain(query: string, ids: readonly string[]): Map<string, TermPart[]> {
    const terms = Array.from(queryTerms(query), (term) => ({ term, hash: hashTerm(term) }));
    const parts = this.#resolveIds(ids).map(({ id, ordinal }) => {
      const frequencies = this.#readTermFrequencies(ordinal);
      const matched = terms.flatMap(({ term, hash }): TermPart[] => {
        const frequency = frequencies.get(termKey(hash));
        return frequency === undefined
          ? []
          : [{ term, frequency, ...this.#invertedIndex.explain(hash, ordinal, frequency) }];
      });
      return [id, matched] as const;
    });
    return new Map(parts.filter(([, matched]) => matched.length > 0));
  }

  /** Returns the inverse document frequency of each term of the query. */
  idfs(query: string): Map<string, number> {
    return new Map(Array.from(queryTerms(query), (term) => [term, this.#invertedIndex.idf(hashTerm(term))]));
  }

  /**
   * Follows the entities of an item to the candidates that also name them and contain a word of the query that the item lacks.
   *
   * @param order positions of the candidates, in the order that those with equal scores keep
   * @returns positions of the found candidates, best first
   */
  secondHopPositions(query: string, best: number, candidates: OrdinalSet, order: Iterable<number>): number[] {
    const row = this.#readRow(best);
    return findSecondHop(
      { entities: this.#entities, invertedIndex: this.#invertedIndex },
      query,
      { ordinal: best, row, entitiesStart: this.#entitiesStart(row), termsStart: this.#termsStart(row) },
      candidates,
      order,
    );
  }

  /** Does the same as {@link secondHopPositions} for items. Returns their ids. */
  secondHop({ query, bestId, ids }: SecondHopQuery): string[] {
    const best = this.#docValues.ordinalOf(bestId);
    if (best === -1) return [];
    const items = this.#resolveIds(ids);
    const candidates = this.#toCandidates(items);
    const idOf = new Map(items.map(({ id, ordinal }) => [candidates.positionOf(ordinal), id]));
    return this.secondHopPositions(query, best, candidates, idOf.keys()).map((position) =>
      idOf.get(position)!,
    );
  }

  /** Loads the fields of results, of cloud items, and of the reached items that pass the filter. */
  results({ ids, cloudIds, reachedIds, filter, query, neighborCount }: ResultsQuery): ItemsResponse {
    const items = this.fetch(ids, unexpired(filter));
    const terms = query === null ? null : analyzeQuery(query);
    return buildResults({
      items,
      cloudItems: this.fetch(cloudIds, { visibility: filter.visibility }),
      reached: this.fetch(reachedIds, filter),
      snippets: new Map(terms && items.map(({ id, content }) => [id, buildSnippet(content, terms)])),
      contextChunks: this.chunks(contextRanges(items, neighborCount)),
      neighborCount,
    });
  }

  /**
   * Returns the scores of candidates, by position, for the rare terms that they share with other items, 0 without such a term.
   *
   * @param ordinals the other items
   * @param weights weights of the other items
   */
  sharedTermScores(ordinals: Int32Array, weights: Float64Array, candidates: OrdinalSet): Float64Array {
    const rows: { row: Uint8Array; start: number; weight: number }[] = [];
    for (let i = 0; i < ordinals.length; i++) {
      const row = this.#readRow(ordinals[i]!);
      rows.push({ row, start: this.#termsStart(row), weight: weights[i]! });
    }
    return this.#invertedIndex.scoreSharedTerms(rows, candidates);
  }

  /** Does the same as {@link sharedTermScores} for items, and returns the scores above 0 by id. */
  scoreSharedTerms(
    seeds: readonly string[],
    weights: Float64Array,
    ids: readonly string[],
  ): Map<string, number> {
    const known = seeds.map((id) => this.#docValues.ordinalOf(id));
    const isKnown = (_: unknown, i: number): boolean => known[i] !== -1;
    const items = this.#resolveIds(ids);
    const candidates = this.#toCandidates(items);
    const scores = this.sharedTermScores(
      Int32Array.from(known.filter(isKnown)),
      weights.filter(isKnown),
      candidates,
    );
    return new Map(
      items
        .map(({ id, ordinal }) => [id, scores[candidates.positionOf(ordinal)]!] as const)
        .filter(([, score]) => score > 0),
    );
  }

  /** Visits the turns after and before an item in its conversation, up to two positions away. */
  forEachNeighbor(ordinal: number, visit: (neighbor: number, distance: number) => void): void {
    this.#conversations.forEachNeighbor(ordinal, visit);
  }

  revisions(afterId: string, limit: number): IndexedRevision[] {
    return this.#items.page(afterId, limit);
  }

  count(): number {
    return this.#items.counts().live;
  }

  #upsertOne(item: IndexedItem): void {
    const { id, revision, documentId, chunkIndex } = item;
    const stored = this.#items.find(id);
    if (stored && stored.revision >= revision) return;
    if (stored?.ordinal != null) this.#clear(stored.ordinal);
    const ordinal = this.#ordinals.allocate();
    if (ordinal >= MAX_ORDINALS)
      throw new AppError(
        'SYS_SERVICE_UNAVAILABLE',
        `The embedded keyword index holds at most ${MAX_ORDINALS} items per tenant. Use Elasticsearch for larger tenants.`,
      );
    const row = this.#docValues.encodeRow(id, item, encodePayload(item.content));
    this.#items.put(id, { revision, ordinal, deleted: false });
    this.#putRow.run(ordinal, row);
    this.#putContent.run(ordinal, documentId, chunkIndex, JSON.stringify(item));
    this.#addRow(ordinal, row);
  }

  #clear(ordinal: number): void {
    const row = this.#readRow(ordinal);
    this.#entities.remove(row, this.#entitiesStart(row));
    this.#invertedIndex.remove(ordinal, row, this.#termsStart(row));
    this.#conversations.remove(ordinal);
    this.#docValues.clear(ordinal);
    this.#deleteRow.run(ordinal);
    this.#deleteContent.run(ordinal);
    // The ordinal cannot be reused before the next reload, because the posting lists still contain it.
    this.#removedCount++;
  }

  #load(): void {
    this.#docValues = new DocValues(new StringDictionary(this.#database, 'names'));
    this.#invertedIndex = new InvertedIndex();
    this.#entities = new EntityIndex();
    this.#utterances = new Uint32Array(MIN_ORDINALS);
    this.#conversations = new ConversationOrder(this.#docValues);
    this.#ordinals = new OrdinalAllocator();
    this.#removedCount = 0;
    let loaded = 0;
    for (const [ordinal, row] of readRows<[number, Uint8Array]>(this.#database, 'slot, row')) {
      this.#ordinals.markUsed(ordinal);
      this.#addRow(ordinal, row);
      loaded++;
    }
    const { searchable } = this.#items.counts();
    if (loaded !== searchable)
      throw new DamagedFileError(
        `The keyword file has ${loaded} item rows for ${searchable} items. Loci rebuilds the file.`,
      );
  }

  #addRow(ordinal: number, row: Uint8Array): void {
    const payloadStart = this.#docValues.setRow(ordinal, row);
    this.#utterances = growArray(this.#utterances, ordinal + 1);
    this.#utterances[ordinal] = readUtterance(row, payloadStart);
    const entitiesStart = payloadStart + UTTERANCE_BYTES;
    this.#entities.add(ordinal, row, entitiesStart);
    this.#invertedIndex.add(ordinal, row, endOfEntities(row, entitiesStart));
    this.#conversations.add(ordinal);
  }

  #reloadIfDue(): void {
    const isDue = this.#removedCount > MIN_REMOVED_TO_RELOAD && this.#removedCount > this.#invertedIndex.size;
    if (isDue) this.#load();
  }

  /**
   * Returns the BM25 score of every ordinal for a query, 0 without a match. Valid until the next write or the
   * next call with another query.
   */
  scores(query: string): Float32Array {
    if (this.#cachedScores?.query !== query) {
      const terms = Array.from(queryTerms(query), hashTerm);
      this.#cachedScores = { query, scores: this.#invertedIndex.score(terms, this.#docValues.length) };
    }
    return this.#cachedScores.scores;
  }

  /** The number of words of an item, repetitions included, 1 to {@link MAX_WORD_COUNT}. */
  wordCount(ordinal: number): number {
    return Math.max(1, Math.min(MAX_WORD_COUNT, this.#invertedIndex.textLength(ordinal)));
  }

  /** The description of an item as an utterance. */
  utterance(ordinal: number): Utterance {
    return this.#utterances[ordinal]!;
  }

  #packHits(query: string, { ordinals, scores }: OrdinalHits): PackedKeywordHits {
    const docValues = this.#docValues;
    const names = namesIn(query);
    return {
      ids: docValues.packedIds(ordinals),
      scores,
      importance: Float64Array.from(ordinals, (ordinal) => docValues.importance(ordinal)),
      createdAtMs: Float64Array.from(ordinals, (ordinal) => docValues.createdAtMs(ordinal)),
      words: Uint16Array.from(ordinals, (ordinal) => this.wordCount(ordinal)),
      traits: Uint8Array.from(ordinals, (ordinal) => traitsOf(this.utterance(ordinal), names)),
      inConversation: Uint8Array.from(ordinals, (ordinal) => (docValues.conversation(ordinal) === 0 ? 0 : 1)),
    };
  }

  #resolveIds(ids: readonly string[]): { id: string; ordinal: number }[] {
    return ids.flatMap((id) => {
      const ordinal = this.#docValues.ordinalOf(id);
      return ordinal === -1 ? [] : [{ id, ordinal }];
    });
  }

  #toCandidates(items: readonly { ordinal: number }[]): OrdinalSet {
    const candidates = new OrdinalSet();
    candidates.reset(this.#docValues.length);
    for (const { ordinal } of items) candidates.add(ordinal);
    return candidates;
  }

  /** Returns the term frequencies of an item by {@link termKey}. */
  #readTermFrequencies(ordinal: number): Map<number, number> {
    const row = this.#readRow(ordinal);
    const frequencies = new Map<number, number>();
    forEachTermFrequency(row, this.#termsStart(row), (low, high, frequency) =>
      frequencies.set(termKey({ low, high }), frequency),
    );
    return frequencies;
  }

  /** The offset of the entities in a row. */
  #entitiesStart(row: Uint8Array): number {
    return this.#docValues.payloadStart(row) + UTTERANCE_BYTES;
  }

  /** The offset of the term frequencies in a row. */
  #termsStart(row: Uint8Array): number {
    return endOfEntities(row, this.#entitiesStart(row));
  }

  #readRow(ordinal: number): Uint8Array {
    const stored = this.#getRow.get(ordinal) as unknown as [Uint8Array] | undefined;
    if (!stored)
      throw new DamagedFileError(
        `The keyword file has no row for the ordinal ${ordinal}. Loci rebuilds the file.`,
      );
    return stored[0];
  }

  #readItem(ordinal: number): IndexedItem {
    const stored = this.#getContent.get(ordinal) as unknown as [string] | undefined;
    if (!stored)
      throw new DamagedFileError(
        `The keyword file has no content for the ordinal ${ordinal}. Loci rebuilds the file.`,
      );
    return parseItem(stored[0]);
  }
}

/** Encodes what the row of an item contains after the doc values. */
function encodePayload(content: string): Uint8Array {
  const entities = encodeEntities(content);
  const frequencies = encodeTermFrequencies(content);
  const payload = new Uint8Array(UTTERANCE_BYTES + entities.length + frequencies.length);
  new DataView(payload.buffer).setUint32(0, describeUtterance(content), true);
  payload.set(entities, UTTERANCE_BYTES);
  payload.set(frequencies, UTTERANCE_BYTES + entities.length);
  return payload;
}

/** @throws DamagedFileError if the row is too short */
function readUtterance(row: Uint8Array, start: number): Utterance {
  if (row.length < start + UTTERANCE_BYTES)
    throw new DamagedFileError('The keyword file contains a truncated item row. Loci rebuilds the file.');
  return new DataView(row.buffer, row.byteOffset, row.byteLength).getUint32(start, true);
}

function parseItem(json: string): IndexedItem {
  try {
    return JSON.parse(json) as IndexedItem;
  } catch (cause) {
    throw new DamagedFileError(
      'The keyword file contains an item that is not valid JSON. Loci rebuilds the file.',
      { cause },
    );
  }
}
