import type { ItemsResponse } from '@loci/contracts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import { contextRanges } from '../query/build-chunk-contexts.ts';
import { buildResults } from '../query/result-item.ts';
import type { KeywordIndex, ResultsQuery } from './keyword-index.ts';

/** Implements `results` of a keyword index with its other methods. */
export async function composeResults(
  index: Pick<KeywordIndex, 'fetch' | 'highlight' | 'chunks'>,
  tenantId: string,
  { ids, cloudIds, query, neighborCount }: ResultsQuery,
): Promise<ItemsResponse> {
  const [items, cloudItems, snippets] = await Promise.all([
    index.fetch(tenantId, { ids }),
    cloudIds.length === 0 ? [] : index.fetch(tenantId, { ids: cloudIds }),
    query === null ? null : orNullIfUnavailable(index.highlight(tenantId, { query, ids })),
  ]);
  const ranges = contextRanges(items, neighborCount);
  const chunks = ranges.length === 0 ? [] : await orNullIfUnavailable(index.chunks(tenantId, ranges));
  return buildResults({
    items,
    cloudItems,
    snippets: snippets ?? new Map(),
    contextChunks: chunks ?? [],
    neighborCount,
  });
}
