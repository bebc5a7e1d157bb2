import type { estypes } from '@elastic/elasticsearch';
import { unavailable } from '@loci/core';
import type { IndexGenerations } from './index-generations.ts';

/**
 * Document frequencies in the shard of a tenant. They include deleted items until Lucene merges their
 * segments.
 */
export interface DocumentFrequencies {
  /** Number of items of the tenant. */
  tenantItems: number;
  /**
   * Number of items of all tenants that contain at least one term. Lucene's idf uses it as the number of
   * documents.
   */
  shardItems: number;
  /** Number of items that contain a token, in the order of the requested tokens. */
  ofTokens: number[];
}

type TermVectors = Record<string, estypes.TermvectorsTermVector | undefined>;

/**
 * Reads document frequencies from the term dictionary of the tenant's shard. The duration of the request does
 * not depend on the number of items, because Elasticsearch reads no posting lists.
 *
 * @param tokens distinct tokens of the tenant
 */
export async function readDocumentFrequencies(
  generations: IndexGenerations,
  tenantId: string,
  tokens: readonly string[],
): Promise<DocumentFrequencies> {
  const { terms, live_tenant_id: tenants } = await readStatistics(generations, tenantId, {
    terms: tokens.join(' '),
    live_tenant_id: tenantId,
  });
  if (!terms || !tenants)
    throw unavailable('The keyword index', new Error('The response contains no term statistics.'));
  return {
    tenantItems: tenants.terms[tenantId]?.doc_freq ?? 0,
    shardItems: Math.max(0, terms.field_statistics?.doc_count ?? 0),
    ofTokens: tokens.map((token) => terms.terms[token]?.doc_freq ?? 0),
  };
}

/**
 * Reads in how many items of a tenant each token is a name, like {@link readDocumentFrequencies}. The frequency of a token that
 * no item has as a certain name is 0.
 */
export async function readNameFrequencies(
  generations: IndexGenerations,
  tenantId: string,
  tokens: readonly string[],
): Promise<Pick<DocumentFrequencies, 'tenantItems' | 'ofTokens'>> {
  const {
    names,
    possible_names: possible,
    live_tenant_id: tenants,
  } = await readStatistics(generations, tenantId, {
    names: tokens,
    possible_names: tokens,
    live_tenant_id: tenantId,
  });
  const frequencyIn = (field: estypes.TermvectorsTermVector | undefined, token: string): number =>
    field?.terms[token]?.doc_freq ?? 0;
  return {
    tenantItems: tenants?.terms[tenantId]?.doc_freq ?? 0,
    ofTokens: tokens.map((token) => {
      const certain = frequencyIn(names, token);
      return certain === 0 ? 0 : certain + frequencyIn(possible, token);
    }),
  };
}

/** Reads the statistics of the terms of a document, by field. Elasticsearch does not store the document. */
async function readStatistics(
  generations: IndexGenerations,
  tenantId: string,
  document: Record<string, string | readonly string[]>,
): Promise<TermVectors> {
  const { term_vectors: found } = await generations.read((index, client, limits) =>
    // The method `client.termvectors` sends `routing` in the body, where Elasticsearch does not read it.
    client.transport.request<Pick<estypes.TermvectorsResponse, 'term_vectors'>>(
      {
        method: 'POST',
        path: `/${index}/_termvectors`,
        querystring: { routing: tenantId, realtime: false },
        body: {
          doc: document,
          fields: Object.keys(document),
          term_statistics: true,
          field_statistics: true,
          positions: false,
          offsets: false,
          payloads: false,
        },
      },
      limits,
    ),
  );
  return (found ?? {}) as TermVectors;
}
