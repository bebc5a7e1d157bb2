import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import type { Locale } from '../texts/texts.ts';
import { findMemoryId } from './memory-reference.ts';
import { toSearchRequest } from './search-parameters.ts';
import type { SearchParameters } from './search-parameters.ts';
import type { SearchResults } from './search-result.ts';
import type { WhyNot, WhyNotQuestion } from './why-not.pages.ts';

/** Searches. Returns the reason for the user if the API rejects the search or does not respond. */
export async function loadResults(
  api: PortalApi,
  parameters: SearchParameters,
  { texts: { search } }: Locale,
): Promise<SearchResults | { status: number; reason: string }> {
  try {
    return await api.request<SearchResults>({
      method: 'POST',
      path: '/api/v2/search/hybrid',
      body: toSearchRequest(parameters),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'SIGNED_OUT') throw error;
    if (error.status === 429) return { status: 429, reason: search.rateLimit };
    if (error.status >= 500) return { status: 503, reason: search.unavailable };
    return { status: error.status, reason: error.message };
  }
}

/** Asks the API why a search does not find the memory whose ID or address the user gave. Null without a question. */
export async function loadWhyNot(
  api: PortalApi,
  parameters: SearchParameters,
  text: string,
): Promise<WhyNotQuestion | null> {
  if (text === '') return null;
  const memoryId = findMemoryId(text);
  if (memoryId === null) return { text, memoryId, answer: null };
  const answer = await api.request<WhyNot>({
    method: 'POST',
    path: '/api/v2/search/why-not',
    body: { memory_id: memoryId, search: { ...toSearchRequest(parameters), explain: false } },
  });
  return { text, memoryId, answer };
}
