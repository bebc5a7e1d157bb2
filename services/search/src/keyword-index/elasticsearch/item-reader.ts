import type { estypes } from '@elastic/elasticsearch';
import { unavailable } from '@loci/core';
import type { IndexedItem, IndexedRevision } from '../../items/indexed-item.ts';
import type { SearchFilter } from '../../items/search-filter.ts';
import type { ChunkRange, KeywordHit } from '../keyword-index.ts';
import type { IndexGenerations } from './index-generations.ts';
import { toDocumentId, parseItem } from './item-document.ts';
import { tenantClause, filterClauses } from './filter-clauses.ts';

type Clause = estypes.QueryDslQueryContainer;
type Columns = Record<string, [never] | undefined>;
type Hit = estypes.SearchHit<{ item?: string }>;

// The most that one search may answer with, and what items with their texts come in.
const MAX_PAGE = 10_000;
const MAX_ITEMS_PAGE = 500;
const MAX_RANGES = 200;
const BY_SCORE = { sort: ['_score', { id: 'asc' as const }] };
const HIT_COLUMNS = ['id', 'importance', 'created_at_ms', 'in_conversation'];

/** Reads what the serving generation holds of a tenant. Every request goes to the tenant's shard and names the tenant. */
export class ItemReader {
  readonly #generations: IndexGenerations;

  constructor(generations: IndexGenerations) {
    this.#generations = generations;
  }

  /** The best that pass, best first. */
  async search(
    tenantId: string,
    scoring: Clause[],
    filter: SearchFilter,
    limit: number,
  ): Promise<KeywordHit[]> {
    const hits = await this.#pages(tenantId, limit, MAX_PAGE, {
      query: { bool: { filter: filterClauses(tenantId, filter), should: scoring, minimum_should_match: 1 } },
      // Ordering equals is half of the time of a search, and only pages need it.
      ...(limit > MAX_PAGE && BY_SCORE),
      ...columns(HIT_COLUMNS),
    });
    return hits.map(keywordHit);
  }

  /** Those of these that pass, scored, in no order. */
  async score(
    tenantId: string,
    scoring: Clause[],
    filter: SearchFilter,
    ids: readonly string[],
  ): Promise<KeywordHit[]> {
    const pages = parts(ids, MAX_PAGE).map((part) =>
      this.#pages(tenantId, part.length, MAX_PAGE, {
        query: {
          bool: {
            filter: [...filterClauses(tenantId, filter), { terms: { id: part } }],
            should: scoring,
            minimum_should_match: 0,
          },
        },
        ...columns(HIT_COLUMNS),
      }),
    );
    return (await Promise.all(pages)).flat().map(keywordHit);
  }

  /** Those of these that are held, by id. A document's id holds its tenant's. */
  async fetch(tenantId: string, ids: readonly string[]): Promise<Map<string, IndexedItem>> {
    const items = new Map<string, IndexedItem>();
    for (const part of parts([...new Set(ids)], MAX_ITEMS_PAGE)) {
      const { docs } = await this.#generations.read((index, client, limits) =>
        client.mget<{ item?: string }>(
          {
            index,
            routing: tenantId,
            realtime: false,
            ids: part.map((id) => toDocumentId(tenantId, id)),
          },
          limits,
        ),
      );
      for (const [i, document] of docs.entries()) {
        if ('error' in document)
          throw unavailable('The keyword index', new Error(document.error.reason ?? ''));
        const item = parseItem(document._source);
        if (item) items.set(part[i]!, item);
      }
    }
    return items;
  }

  /** In no order. */
  async chunks(tenantId: string, ranges: readonly ChunkRange[]): Promise<Map<string, IndexedItem>> {
    const items = new Map<string, IndexedItem>();
    for (const part of parts(ranges, MAX_RANGES)) {
      const hits = await this.#pages(tenantId, Infinity, MAX_ITEMS_PAGE, {
        query: {
          bool: { filter: filterClauses(tenantId), should: part.map(inRange), minimum_should_match: 1 },
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
    const hits = await this.#pages(
      tenantId,
      limit,
      MAX_PAGE,
      {
        query: { bool: { filter: [tenantClause(tenantId)] } },
        sort: [{ id: 'asc' }],
        ...columns(['id', 'revision', 'deleted']),
      },
      afterId === null ? undefined : [afterId],
    );
    return hits.map(({ fields }) => {
      const { id, revision, deleted } = fields as Columns;
      return { id: id![0], revision: revision![0], deleted: deleted![0] };
    });
  }

  async count(tenantId: string): Promise<number> {
    const { hits } = await this.#search({
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
      const { aggregations } = await this.#search<{ tenants: TenantsPage }>({
        size: 0,
        track_total_hits: false,
        aggs: {
          tenants: {
            composite: {
              size: MAX_PAGE,
              sources: [{ id: { terms: { field: 'tenant_id' } } }],
              ...(after && { after }),
            },
          },
        },
      });
      const page = aggregations!.tenants;
      tenants.push(...page.buckets.map(({ key }) => key.id));
      if (!page.after_key || page.buckets.length < MAX_PAGE) return tenants;
      after = page.after_key;
    }
  }

  async #pages(
    tenantId: string,
    limit: number,
    pageSize: number,
    request: estypes.SearchRequest,
    searchAfter?: estypes.SortResults,
  ): Promise<Hit[]> {
    const found: Hit[] = [];
    for (let after = searchAfter; found.length < limit;) {
      const size = Math.min(pageSize, limit - found.length);
      const { hits } = await this.#search({
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

  #search<Aggregations>(
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

/** Asks for these columns and not for the stored documents, which take most of a search's time to unpack. */
function columns(
  names: string[],
): Pick<estypes.SearchRequest, 'docvalue_fields' | 'stored_fields' | '_source'> {
  return { docvalue_fields: names, stored_fields: '_none_', _source: false };
}

function keywordHit({ fields, _score, sort }: Hit): KeywordHit {
  const { id, importance, created_at_ms, in_conversation } = fields as Columns;
  return {
    id: id![0],
    score: _score ?? (sort![0] as number),
    importance: importance?.[0] ?? null,
    createdAtMs: created_at_ms![0],
    inConversation: in_conversation![0],
  };
}

const inRange = ({ documentId, first, last }: ChunkRange): Clause => ({
  bool: {
    filter: [{ term: { document_id: documentId } }, { range: { chunk_index: { gte: first, lte: last } } }],
  },
});

function parts<Value>(values: readonly Value[], size: number): Value[][] {
  const result: Value[][] = [];
  for (let i = 0; i < values.length; i += size) result.push(values.slice(i, i + size));
  return result;
}
