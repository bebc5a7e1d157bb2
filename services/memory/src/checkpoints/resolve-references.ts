import { isProtectedType, normalizeWhitespace } from '@loci/contracts';
import type { MemoryReference } from '@loci/contracts';
import { isUuid } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { Memory } from '../memories/memory.ts';

/** Search results for a phrase of a description. */
export interface PhraseHits {
  phrase: string;
  /** Ids of the hits, best first. */
  memoryIds: readonly string[];
}

/**
 * Number of newest memories to check for a phrase without a hit. The search service may not have indexed them
 * yet.
 */
const NEWEST_MEMORIES = 100;

/**
 * Finds the memory to which each reference of a checkpoint refers. An id refers to the memory with this id,
 * if it is not protected. A phrase refers to the best search result whose content contains it, or otherwise
 * to the newest memory that contains it. Phrases never refer to a protected memory. They never refer to a
 * checkpoint either, because checkpoints quote the phrases that they were saved with and would match falsely.
 *
 * @param phraseHits search results. A phrase without an entry is not resolved.
 * @returns ids in the order of the references, with null for references that refer to no memory
 * @see docs/reference/mcp-tools.md#save_context
 */
export async function resolveReferences(
  memories: Pick<MemoryRepository, 'findMany' | 'findNewest'>,
  tx: Transaction,
  tenantId: string,
  references: readonly MemoryReference[],
  phraseHits: readonly PhraseHits[],
): Promise<(string | null)[]> {
  const ids = references.flatMap((reference) => (reference.kind === 'id' ? reference.id : []));
  const byId = await findUnprotected(memories, tx, tenantId, [
    ...ids,
    ...phraseHits.flatMap(({ memoryIds }) => memoryIds),
  ]);
  const byPhrase = new Map<string, string>();
  const match = (phrase: string, candidates: readonly Memory[]): void => {
    const memory = candidates.find(
      ({ memoryType, content }) => memoryType !== 'checkpoint' && includesPhrase(content, phrase),
    );
    if (memory) byPhrase.set(phrase, memory.id);
  };
  for (const { phrase, memoryIds } of phraseHits) {
    const hits = memoryIds.flatMap((id) => byId.get(id) ?? []);
    match(
      phrase,
      hits.filter(({ isActive }) => isActive),
    );
  }
  const unmatched = phraseHits.filter(({ phrase }) => !byPhrase.has(phrase));
  if (unmatched.length > 0) {
    const newest = await memories.findNewest(tx, tenantId, NEWEST_MEMORIES);
    for (const { phrase } of unmatched) match(phrase, newest);
  }
  return references.map((reference) =>
    reference.kind === 'id' ? (byId.get(reference.id)?.id ?? null) : (byPhrase.get(reference.phrase) ?? null),
  );
}

async function findUnprotected(
  memories: Pick<MemoryRepository, 'findMany'>,
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Memory>> {
  const valid = ids.filter(isUuid);
  const found = valid.length === 0 ? [] : await memories.findMany(tx, tenantId, valid);
  const unprotected = found.filter(({ memoryType }) => !isProtectedType(memoryType));
  return new Map(unprotected.map((memory) => [memory.id, memory]));
}

/** Returns whether the content contains a phrase, ignoring case and differences in white space. */
const includesPhrase = (content: string, phrase: string): boolean =>
  normalizeWhitespace(content).toLowerCase().includes(phrase.toLowerCase());
