import type { Tenant } from '../platform/tenants.ts';

/** The weights of a hybrid search; undefined sends none, which asks for the server's defaults. */
export interface Arms {
  name: string;
  weights: { bm25_weight: number; vector_weight: number; graph_weight: number } | undefined;
}

export const ARMS: readonly Arms[] = [
  { name: 'hybrid', weights: undefined },
  { name: 'keyword alone', weights: { bm25_weight: 1, vector_weight: 0, graph_weight: 0 } },
  { name: 'vector alone', weights: { bm25_weight: 0, vector_weight: 1, graph_weight: 0 } },
];

/** The default limit: the server looks as deep as it does for a caller who says nothing. */
export const RESULTS = 20;

/** Ids of the best memories, best first. @throws Error when the search failed or answered without an arm */
export async function rank(tenant: Tenant, question: string, arms: Arms): Promise<string[]> {
  const answer = await tenant.searches.call<{
    items: { id: string }[];
    search_metadata: { degraded?: string[] | null };
  }>('POST', '/api/v2/search/hybrid', { query: question, limit: RESULTS, ...arms.weights }, 200);
  if (answer.search_metadata.degraded?.length) {
    throw new Error(`The search was degraded: ${answer.search_metadata.degraded.join(', ')}.`);
  }
  return answer.items.map((item) => item.id);
}
