import type { estypes } from '@elastic/elasticsearch';
import { unavailable } from '@loci/core';
import type { IndexedItem, IndexedRevision } from '../../items/indexed-item.ts';
import type { SearchFilter } from '../../items/search-filter.ts';
import type { ChunkRange, KeywordHit } from '../keyword-index.ts';
import { traitsOf } from '../text-analysis/utterance.ts';
import { filterClauses, tenantClause } from './filter-clauses.ts';
import type { IndexGenerations } from './index-generations.ts';
import { parseItem, toDocumentId } from './item-document.ts';

type Clause = estypes.QueryDslQueryContainer;
/** Doc values of a hit. A field without a value is missing. */
type HitFields = Record<string, [never] | undefined>;
type Hit = estypes.SearchHit<{ item?: string }>;

/** The parts of a query that a hit depends on. */
export interface HitQuery {
  scoring: Clause[];
  /** Result of `namesIn`. */
  names: ReadonlySet<number>;
}

/** Maximum hits of one search request, the default of `index.max_result_window`. */
const MAX_PAGE_SIZE = 10_000;
/** Maximum page size of requests that return whole items. */
const MAX_ITEMS_PAGE_SIZE = 500;
const MAX_RANGES_PER_REQUEST = 200;
const BY_SCORE = { sort: ['_score', { id: 'asc' as const }] };
const HIT_FIELDS = ['id', 'importance', 'created_at_ms', 'words', 'utterance', 'in_conversation'];

/**
 * Reads from the serving generation. Requests for a tenant are routed to its shard and filtered by tenant.
 */
export class ItemReader {
  readonly #generations: IndexGenerations;

  constructor(generations: IndexGenerations) {
    this.#generations = generations;
  }

  /** Returns the `limit` best items that match a scoring clause and pass the filter, best first. */
  async search(
    tenantId: string,
    { scoring, names }: HitQuery,
    filter: SearchFilter,
    limit: number,
  ): Promise<KeywordHit[]> {
    const hits = await this.#searchPages(tenantId, limit, MAX_PAGE_SIZE, {
      query: { bool: { filter: filterClauses(tenantId, filter), should: scoring, minimum_should_match: 1 } },
      // Breaking ties by id takes half of the time of a search and is needed only for paging.
      ...(limit > MAX_PAGE_SIZE && BY_SCORE),
      ...readFields(HIT_FIELDS),
    });
    return hits.map((hit) => toKeywordHit(hit, names));
  }

  /** Scores those of the given items that pass the filter, in no particular order. */
  async score(
    tenantId: string,
    { scoring, names }: HitQuery,
    filter: SearchFilter,
    ids: readonly string[],
  ): Promise<KeywordHit[]> {
    const pages = splitBatches(ids, MAX_PAGE_SIZE).map((batch) =>
      this.#searchPages(tenantId, batch.length, MAX_PAGE_SIZE, {
        query: {
          bool: {
            filter: [...filterClauses(tenantId, filter), { terms: { id: batch } }],
            should: scoring,
            minimum_should_match: 0,
          },
        },
        ...readFields(HIT_FIELDS),
      }),
    );
    return (await Promise.all(pages)).flat().map((hit) => toKeywordHit(hit, names));
  }

  /** Returns the scores of those of the given items that match a clause and all conditions, by id. */
  async sumOfScores(
    tenantId: string,
    clauses: Clause[],
    ids: readonly string[],
    conditions: readonly Clause[] = [],
  ): Promise<Map<string, number>> {
    const pages = splitBatches(ids, MAX_PAGE_SIZE).map((batch) =>
      this.#searchPages(tenantId, batch.length, MAX_PAGE_SIZE, {
        query: {
          bool: {
            filter: [...filterClauses(tenantId), { terms: { id: batch } }, ...conditions],
            should: clauses,
            minimum_should_match: 1,
          },
        },
        ...readFields(['id']),
      }),
    );
    const hits = (await Promise.all(pages)).flat();
    return new Map(hits.map(({ fields, _score }) => [(fields as HitFields)['id']![0], _score!]));
  }

  /** Returns the scores of the matching clauses of each of the given items that matches one, by clause name. */
  async clauseScores(
    tenantId: string,
    namedClauses: Clause[],
    ids: readonly string[],
  ): Promise<Map<string, Map<string, number>>> {
    const hits = await this.#searchPages(tenantId, ids.length, MAX_PAGE_SIZE, {
      query: {
        bool: {
          filter: [...filterClauses(tenantId), { terms: { id: [...ids] } }],
          should: namedClauses,
          minimum_should_match: 1,
        },
      },
      include_named_queries_score: true,
      ...readFields(['id']),
    });
    return new Map(
      hits.map(({ fields, matched_queries: matched }) => [
        (fields as HitFields)['id']![0],
        // With `include_named_queries_score`, the response has an object instead of a list.
        new Map(Object.entries(matched as unknown as Record<string, number>)),
      ]),
    );
  }

  /** Returns the stored items by id. */
  async fetch(tenantId: string, ids: readonly string[]): Promise<Map<string, IndexedItem>> {
    const items = new Map<string, IndexedItem>();
    for (const batch of splitBatches([...new Set(ids)], MAX_ITEMS_PAGE_SIZE)) {
      const { docs } = await this.#generations.read((index, client, limits) =>
        client.mget<{ item?: string }>(
          {
            index,
            routing: tenantId,
            realtime: false,
            ids: batch.map((id) => toDocumentId(tenantId, id)),
          },
          limits,
        ),
      );
      for (const [i, document] of docs.entries()) {
        if ('error' in document)
          throw unavailable('The keyword index', new Error(document.error.reason ?? ''));
        const item = parseItem(document._source);
        if (item) items.set(batch[i]!, item);
      }
    }
    return items;
  }

  /** Returns the chunks in any of the ranges by item id, in no particular order. */
  async chunks(tenantId: string, ranges: readonly ChunkRange[]): Promise<Map<string, IndexedItem>> {
    const items = new Map<string, IndexedItem>();
    for (const batch of splitBatches(ranges, MAX_RANGES_PER_REQUEST)) {
      const hits = await this.#searchPages(tenantId, Infinity, MAX_ITEMS_PAGE_SIZE, {
        query: {
          bool: { filter: filterClauses(tenantId), should: batch.map(rangeClause), minimum_should_match: 1 },
        },
        sort: [{ id: 'asc' }],
        _source: true,
      });
      for (const { _source } of hits) {
        const item = parseItem(_source)!;
        items.set(item.id, item);
      }
    }
    return items;
  }

  async revisions(tenantId: string, afterId: string | null, limit: number): Promise<IndexedRevision[]> {
    const hits = await this.#searchPages(
      tenantId,
      limit,
      MAX_PAGE_SIZE,
      {
        query: { bool: { filter: [tenantClause(tenantId)] } },
        sort: [{ id: 'asc' }],
        ...readFields(['id', 'revision', 'deleted']),
      },
      afterId === null ? undefined : [afterId],
    );
    return hits.map(({ fields }) => {
      const { id, revision, deleted } = fields as HitFields;
      return { id: id![0], revision: revision![0], deleted: deleted![0] };
    });
  }

  async count(tenantId: string): Promise<number> {
    const { hits } = await this.#searchOnce({
      routing: tenantId,
      query: { bool: { filter: filterClauses(tenantId) } },
      size: 0,
      track_total_hits: true,
    });
    return (hits.total as estypes.SearchTotalHits).value;
  }

  async listTenants(): Promise<string[]> {
    const tenants: string[] = [];
    for (let after: Record<string, string> | undefined; ;) {
      const { aggregations } = await this.#searchOnce<{ tenants: TenantsPage }>({
        size: 0,
        track_total_hits: false,
        aggs: {
          tenants: {
            composite: {
              size: MAX_PAGE_SIZE,
              sources: [{ id: { terms: { field: 'tenant_id' } } }],
              ...(after && { after }),
            },
          },
        },
      });
      const page = aggregations!.tenants;
      tenants.push(...page.buckets.map(({ key }) => key.id));
      if (!page.after_key || page.buckets.length < MAX_PAGE_SIZE) return tenants;
      after = page.after_key;
    }
  }

  async #searchPages(
    tenantId: string,
    limit: number,
    pageSize: number,
    request: estypes.SearchRequest,
    searchAfter?: estypes.SortResults,
  ): Promise<Hit[]> {
    const found: Hit[] = [];
    for (let after = searchAfter; found.length < limit;) {
      const size = Math.min(pageSize, limit - found.length);
      const { hits } = await this.#searchOnce({
        ...request,
        routing: tenantId,
        size,
        track_total_hits: false,
        ...(after && { search_after: after }),
      });
      found.push(...hits.hits);
      if (hits.hits.length < size) break;
      after = hits.hits.at(-1)!.sort;
    }
    return found;
  }

  #searchOnce<Aggregations>(
    request: estypes.SearchRequest,
  ): Promise<estypes.SearchResponse<{ item?: string }, Aggregations>> {
    return this.#generations.read((index, client, limits) =>
      client.search<{ item?: string }, Aggregations>(
        { index, allow_partial_search_results: false, ...request },
        limits,
      ),
    );
  }
}

interface TenantsPage {
  buckets: { key: { id: string } }[];
  after_key?: Record<string, string>;
}

/** Reads the fields from doc values only, because unpacking stored documents takes most of the time of a search. */
function readFields(
  names: string[],
): Pick<estypes.SearchRequest, 'docvalue_fields' | 'stored_fields' | '_source'> {
  return { docvalue_fields: names, stored_fields: '_none_', _source: false };
}

function toKeywordHit({ fields, _score, sort }: Hit, names: ReadonlySet<number>): KeywordHit {
  const { id, importance, created_at_ms, words, utterance, in_conversation } = fields as HitFields;
  return {
    id: id![0],
    score: _score ?? (sort![0] as number),
    importance: importance?.[0] ?? null,
    createdAtMs: created_at_ms![0],
    // Items that were indexed by an earlier version have no number of words and no utterance.
    words: words?.[0] ?? null,
    traits: utterance ? traitsOf(utterance[0], names) : null,
    inConversation: in_conversation![0],
  };
}

const rangeClause = ({ documentId, first, last }: ChunkRange): Clause => ({
  bool: {
    filter: [{ term: { document_id: documentId } }, { range: { chunk_index: { gte: first, lte: last } } }],
  },
});

function splitBatches<Value>(values: readonly Value[], size: number): Value[][] {
  const batches: Value[][] = [];
  for (let i = 0; i < values.length; i += size) batches.push(values.slice(i, i + size));
  return batches;
}
