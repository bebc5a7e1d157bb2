import {
  MAX_SEARCHED_PHRASES,
  MEMORY_TYPES,
  SOURCE_TYPES,
  extractMemoryReferences,
  isProtectedType,
} from '@loci/contracts';
import type { PhraseHits } from '@loci/contracts';
import { callHybridSearch } from './call-hybrid-search.ts';
import type { ToolContext } from './tool.ts';

const HITS_PER_PHRASE = 10;

/** Memory types that a phrase can match. Excludes checkpoints, because they quote the phrases. */
const SEARCHED_TYPES = MEMORY_TYPES.filter((type) => type !== 'checkpoint' && !isProtectedType(type));
/** Source types that a phrase can match. Excludes document chunks. */
const SEARCHED_SOURCES = SOURCE_TYPES.filter((type) => type !== 'document_upload');

/**
 * Searches for the phrases with which the description of a context refers to memories. The memory service
 * then decides which hit matches a phrase.
 *
 * @returns hits of the first `MAX_SEARCHED_PHRASES` phrases
 */
export async function searchPhrases(
  context: Pick<ToolContext, 'request'>,
  description: string,
): Promise<PhraseHits[]> {
  const phrases = extractMemoryReferences(description)
    .flatMap((reference) => (reference.kind === 'phrase' ? reference.phrase : []))
    .slice(0, MAX_SEARCHED_PHRASES);
  const phraseHits: PhraseHits[] = [];
  for (const phrase of phrases) {
    const { hits } = await callHybridSearch(context, {
      query: phrase,
      limit: HITS_PER_PHRASE,
      memory_types: SEARCHED_TYPES,
      source_types: SEARCHED_SOURCES,
    });
    phraseHits.push({ phrase, memory_ids: hits.map(({ id }) => id) });
  }
  return phraseHits;
}
