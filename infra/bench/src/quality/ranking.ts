import type { Tenant } from '../platform/tenants.ts';

/** A variant of hybrid search. If `weights` is undefined, the defaults of the server apply. */
export interface SearchVariant {
  name: string;
  weights: { bm25_weight: number; vector_weight: number; graph_weight: number } | undefined;
}

export const SEARCH_VARIANTS: readonly SearchVariant[] = [
  { name: 'hybrid', weights: undefined },
  { name: 'keyword alone', weights: { bm25_weight: 1, vector_weight: 0, graph_weight: 0 } },
  { name: 'vector alone', weights: { bm25_weight: 0, vector_weight: 1, graph_weight: 0 } },
];

/** Number of results per search. Equals the API default, so that the default candidate window applies. */
export const RESULTS = 20;

/** Runs a search. @returns memory ids, best first @throws Error if the search fails or is degraded */
export async function rank(tenant: Tenant, question: string, variant: SearchVariant): Promise<string[]> {
  const data = await tenant.searches.call<{
    items: { id: string }[];
    search_metadata: { degraded?: string[] | null };
  }>('POST', '/api/v2/search/hybrid', { query: question, limit: RESULTS, ...variant.weights }, 200);
  if (data.search_metadata.degraded?.length) {
    throw new Error(
      `The search was degraded. Failed retrievers: ${data.search_metadata.degraded.join(', ')}.`,
    );
  }
  return data.items.map((item) => item.id);
}
