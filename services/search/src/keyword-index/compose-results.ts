import type { ItemsResponse } from '@loci/contracts';
import { passesFilter, unexpired } from '../items/search-filter.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import { contextRanges } from '../query/build-chunk-contexts.ts';
import { buildResults } from '../query/result-item.ts';
import type { KeywordIndex, ResultsQuery } from './keyword-index.ts';
import { buildSnippet } from './snippet.ts';
import { analyzeQuery } from './text-analysis/query-terms.ts';

/**
 * Implements `results` of a keyword index with its other methods. Fetches all items in one call, because
 * each call is a request to the index.
 */
export async function composeResults(
  index: Pick<KeywordIndex, 'fetch' | 'chunks'>,
  tenantId: string,
  { ids, cloudIds, reachedIds, filter, query, neighborCount }: ResultsQuery,
): Promise<ItemsResponse> {
  const fetched = await index.fetch(tenantId, { ids: [...new Set([...ids, ...cloudIds, ...reachedIds])] });
  const itemsById = new Map(fetched.map((item) => [item.id, item]));
  const select = (wanted: readonly string[]) => wanted.flatMap((id) => itemsById.get(id.toLowerCase()) ?? []);
  const items = select(ids).filter((item) => passesFilter(item, unexpired(filter)));
  const terms = query === null ? null : analyzeQuery(query);
  const ranges = contextRanges(items, neighborCount);
  const chunks = ranges.length === 0 ? [] : await orNullIfUnavailable(index.chunks(tenantId, ranges));
  return buildResults({
    items,
    cloudItems: select(cloudIds).filter((item) => passesFilter(item, { visibility: filter.visibility })),
    reached: select(reachedIds).filter((item) => passesFilter(item, filter)),
    snippets: new Map(terms && items.map(({ id, content }) => [id, buildSnippet(content, terms)])),
    contextChunks: chunks ?? [],
    neighborCount,
  });
}
