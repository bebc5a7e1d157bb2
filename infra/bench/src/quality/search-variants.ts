import { RESULTS } from '../retrieval/score-ranking.ts';
import type { Tenant } from '../platform/tenants.ts';

/** Parameters of hybrid search by the name of the variant. Parameters that a variant omits have their defaults. */
const VARIANTS = {
  hybrid: {},
  keyword: { bm25_weight: 1, vector_weight: 0, graph_weight: 0 },
  vector: { bm25_weight: 0, vector_weight: 1, graph_weight: 0 },
  graph: { bm25_weight: 0, vector_weight: 0, graph_weight: 1 },
  'without-keyword': { bm25_weight: 0, vector_weight: 0.667, graph_weight: 0.333 },
  'without-vector': { bm25_weight: 0.667, vector_weight: 0, graph_weight: 0.333 },
  // Weights other than the default ones turn off learned ranking, unless the ranking is given.
  'without-graph': {
    bm25_weight: 0.5,
    vector_weight: 0.5,
    graph_weight: 0,
    enable_graph_expansion: false,
    ranking: 'auto',
  },
  // Searches that include superseded versions have no shared terms. No item of a data set is superseded.
  'without-shared-terms': { include: ['superseded'] },
  'without-second-hop': { second_hop: false },
  'without-dates': { date_weight: 0 },
  'without-learned-ranking': { ranking: 'rrf' },
} as const;

export type SearchVariant = keyof typeof VARIANTS;
export const SEARCH_VARIANTS = Object.keys(VARIANTS) as SearchVariant[];

/**
 * Runs a search.
 *
 * @param parameters further parameters of the request
 * @returns memory ids, best first
 * @throws Error if the search fails or is degraded
 */
export async function rank(
  tenant: Pick<Tenant, 'searches'>,
  question: string,
  variant: SearchVariant,
  parameters: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const data = await tenant.searches.call<{
    items: { id: string }[];
    search_metadata: { degraded?: string[] | null };
  }>(
    'POST',
    '/api/v2/search/hybrid',
    { query: question, limit: RESULTS, ...VARIANTS[variant], ...parameters },
    200,
  );
  rejectDegraded(data.search_metadata);
  return data.items.map((item) => item.id);
}

/** @throws Error if a retriever of the search failed */
export function rejectDegraded({ degraded }: { degraded?: string[] | null }): void {
  if (degraded?.length)
    throw new Error(`The search was degraded. Failed retrievers: ${degraded.join(', ')}.`);
}
