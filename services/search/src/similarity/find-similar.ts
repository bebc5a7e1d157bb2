import { MAX_SIMILAR, MEMORY_TYPES, shortenContent } from '@loci/contracts';
import type { SimilarMemory } from '@loci/contracts';
import type { Embedder } from '../embedding/embedder.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { toSearchFilter } from '../query/to-search-filter.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { MIN_COSINE, classifyPair } from './classify-pair.ts';
import { parseStatement } from './statement.ts';

export interface FindSimilarDeps {
  keywordIndex: Pick<KeywordIndex, 'fetch'>;
  servingSpace(): Promise<{ embedder: Pick<Embedder, 'embed'>; index: Pick<VectorIndex, 'search'> }>;
}

/** Number of nearest memories that are compared with the text. */
const CANDIDATES = 10;
/** Excludes document chunks, which have no memory type. */
const MEMORIES = { memory_types: [...MEMORY_TYPES] };

/**
 * Finds memories of a tenant that are true now and say nearly the same as a text, or the opposite. Compares the text with the nearest
 * memories in the vector space.
 *
 * @returns at most {@link MAX_SIMILAR} memories, best first
 * @throws SYS_SERVICE_UNAVAILABLE if an index or the embedding model is unavailable
 * @see docs/reference/suggestions.md#similar-memories-of-a-new-memory
 */
export async function findSimilar(
  { keywordIndex, servingSpace }: FindSimilarDeps,
  { tenantId, content }: { tenantId: string; content: string },
  signal: AbortSignal,
): Promise<SimilarMemory[]> {
  const { embedder, index } = await servingSpace();
  const [vector] = await embedder.embed([content], { signal });
  if (!vector) return [];
  const nearest = await index.search(tenantId, {
    vector,
    filter: toSearchFilter(MEMORIES),
    limit: CANDIDATES,
  });
  const cosineById = new Map(
    nearest.flatMap(({ id, score }) => (score >= MIN_COSINE ? [[id, score] as const] : [])),
  );
  if (cosineById.size === 0) return [];
  const items = await keywordIndex.fetch(tenantId, { ids: [...cosineById.keys()] });
  const statement = parseStatement(content);
  return items
    .flatMap((item): SimilarMemory[] => {
      const cosine = cosineById.get(item.id)!;
      const found = classifyPair(statement, parseStatement(item.content), cosine);
      if (!found) return [];
      const { kind, score, difference, sharedTerms } = found;
      const evidence = { cosine, shared_terms: sharedTerms, difference };
      return [{ id: item.id, kind, score, content: shortenContent(item.content), evidence }];
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_SIMILAR);
}
