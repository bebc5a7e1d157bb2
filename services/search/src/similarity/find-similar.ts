import { MAX_SIMILAR, MEMORY_TYPES, shortenContent } from '@loci/contracts';
import type { SimilarMemory, UnindexedMemory } from '@loci/contracts';
import type { Embedder } from '../embedding/embedder.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { toSearchFilter } from '../query/to-search-filter.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { MIN_COSINE, classifyPair } from './classify-pair.ts';
import { parseStatement } from './statement.ts';
import type { Statement } from './statement.ts';

export interface FindSimilarDeps {
  keywordIndex: Pick<KeywordIndex, 'fetch'>;
  servingSpace(): Promise<{ embedder: Pick<Embedder, 'embed'>; index: Pick<VectorIndex, 'search'> }>;
}

/** Number of nearest memories, and of unindexed memories, that are compared with the text. */
const CANDIDATES = 10;
/**
 * Maximum characters of the unindexed memories whose terms are compared. The comparison blocks the event loop for about
 * 0.12 ms per 1,000 characters.
 */
const MAX_COMPARED_CHARACTERS = 10_000;
/** Excludes document chunks, which have no memory type. */
const MEMORIES = { memory_types: [...MEMORY_TYPES] };

/** A memory with its similarity to the text. */
interface Candidate {
  id: string;
  content: string;
  /** Cosine similarity of the embeddings, 0..1. */
  cosine: number;
}

/**
 * Finds memories of a tenant that are true now and say nearly the same as a text, or the opposite. Compares the text with the nearest
 * memories in the vector space, and with `unindexed` ones.
 *
 * @param request.unindexed memories whose content here replaces that in the index
 * @returns at most {@link MAX_SIMILAR} memories, best first
 * @throws SYS_SERVICE_UNAVAILABLE if an index or the embedding model is unavailable
 * @see docs/reference/suggestions.md#similar-memories-of-a-new-memory
 */
export async function findSimilar(
  { keywordIndex, servingSpace }: FindSimilarDeps,
  request: { tenantId: string; content: string; unindexed: readonly UnindexedMemory[] },
  signal: AbortSignal,
): Promise<SimilarMemory[]> {
  const { tenantId, content, unindexed } = request;
  const { embedder, index } = await servingSpace();
  const statement = parseStatement(content);
  const comparable = selectComparable(statement, unindexed);
  const [vector, ...vectors] = await embedder.embed(
    [content, ...comparable.map((memory) => memory.content)],
    {
      signal,
    },
  );
  if (!vector) return [];
  const compared = comparable.map(({ id, content: text }, i): Candidate => ({
    id,
    content: text,
    cosine: cosine(vector, vectors[i]),
  }));
  const replaced = new Set(unindexed.map(({ id }) => id));
  const indexed = await findIndexed({ keywordIndex, index }, tenantId, vector);
  return [...compared, ...indexed.filter(({ id }) => !replaced.has(id))]
    .flatMap((candidate) => toSimilarMemory(statement, candidate))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_SIMILAR);
}

/**
 * Returns the memories that an embedding can make similar, because comparing terms costs much less than an embedding.
 * Compares memories until {@link MAX_COMPARED_CHARACTERS} are reached, and returns at most {@link CANDIDATES} of them.
 */
export function selectComparable(
  statement: Statement,
  unindexed: readonly UnindexedMemory[],
): UnindexedMemory[] {
  const comparable: UnindexedMemory[] = [];
  let characters = 0;
  for (const memory of unindexed) {
    characters += memory.content.length;
    if (characters > MAX_COMPARED_CHARACTERS || comparable.length === CANDIDATES) break;
    if (classifyPair(statement, parseStatement(memory.content), 1)) comparable.push(memory);
  }
  return comparable;
}

const cosine = (a: Float32Array, b: Float32Array | null | undefined): number =>
  b ? a.reduce((sum, value, i) => sum + value * b[i]!, 0) : 0;

/** Returns the indexed memories that are nearest to a vector. */
async function findIndexed(
  { keywordIndex, index }: Pick<FindSimilarDeps, 'keywordIndex'> & { index: Pick<VectorIndex, 'search'> },
  tenantId: string,
  vector: Float32Array,
): Promise<Candidate[]> {
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
  return items.map(({ id, content }) => ({ id, content, cosine: cosineById.get(id)! }));
}

function toSimilarMemory(statement: Statement, { id, content, cosine }: Candidate): SimilarMemory[] {
  const found = classifyPair(statement, parseStatement(content), cosine);
  if (!found) return [];
  const { kind, score, difference, sharedTerms } = found;
  const evidence = { cosine, shared_terms: sharedTerms, difference };
  return [{ id, kind, score, content: shortenContent(content), evidence }];
}
