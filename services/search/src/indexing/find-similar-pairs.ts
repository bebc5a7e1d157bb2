import type { EmbeddingState } from '@loci/events';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import { classifyPair } from '../similarity/classify-pair.ts';
import { parseStatement } from '../similarity/statement.ts';
import type { EmbeddedItem } from './embed-items.ts';

/**
 * Minimum cosine similarity of compared memories. Of the pairs in the tuning part of the labelled pairs that have a
 * relation, 85 % reach it. In the texts of the benchmark, 4 % of the memories have such a neighbor, so that reading the
 * contents of neighbors does not slow the indexing down.
 */
const MIN_COSINE = 0.75;

/** A memory that says nearly the same as an item, or the opposite. */
export type SimilarItem = NonNullable<EmbeddingState['similar']>[number];

/**
 * Compares items with the nearest memories, which the indexing knows from the surprise score. A separate search per item
 * would slow the indexing down.
 *
 * @returns the most similar memory by id of the item. Empty if the keyword index is unavailable.
 * @see docs/reference/suggestions.md#suggestions-from-indexing
 */
export async function findSimilarPairs(
  { keywordIndex }: { keywordIndex: Pick<KeywordIndex, 'fetch'> },
  embedded: readonly EmbeddedItem[],
): Promise<Map<string, SimilarItem>> {
  const near = embedded.filter(({ nearest }) => nearest.some(isNear));
  if (near.length === 0) return new Map();
  const contents = await fetchContents(keywordIndex, near, embedded);
  return new Map(
    near.flatMap((item): [string, SimilarItem][] => {
      const found = findMostSimilar(item, contents);
      return found ? [[item.item.id, found]] : [];
    }),
  );
}

const isNear = ({ similarity }: { similarity: number }): boolean => similarity >= MIN_COSINE;

function findMostSimilar(
  { item: { content }, nearest }: EmbeddedItem,
  contents: ReadonlyMap<string, string>,
): SimilarItem | null {
  let best: SimilarItem | null = null;
  for (const { id, similarity: cosine } of nearest.filter(isNear)) {
    const other = contents.get(id);
    if (other === undefined) continue;
    const found = classifyPair(parseStatement(content), parseStatement(other), cosine);
    if (!found || (best && best.score >= found.score)) continue;
    const { kind, score, difference, sharedTerms } = found;
    const evidence = { cosine, shared_terms: sharedTerms, difference };
    best = { memory_id: id, kind, score, evidence };
  }
  return best;
}

/** Returns the contents of the nearest memories by id. Leaves out document chunks. */
async function fetchContents(
  keywordIndex: Pick<KeywordIndex, 'fetch'>,
  near: readonly EmbeddedItem[],
  embedded: readonly EmbeddedItem[],
): Promise<Map<string, string>> {
  // Items of the batch can be missing in the index, or have an older content there.
  const contents = new Map(
    embedded.flatMap(({ kind, item }) => (kind === 'memory' ? [[item.id, item.content] as const] : [])),
  );
  const byTenant = Map.groupBy(near, ({ item }) => item.tenantId);
  await Promise.all(
    Array.from(byTenant, async ([tenantId, items]) => {
      const ids = new Set(items.flatMap(({ nearest }) => nearest.filter(isNear).map(({ id }) => id)));
      const missing = [...ids].filter((id) => !contents.has(id));
      if (missing.length === 0) return;
      const fetched = await orNullIfUnavailable(keywordIndex.fetch(tenantId, { ids: missing }));
      for (const { id, memoryType, content } of fetched ?? []) {
        if (memoryType !== null) contents.set(id, content);
      }
    }),
  );
  return contents;
}
