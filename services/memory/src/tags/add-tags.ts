import { MAX_TAGS, normalizeTagsWithWarnings } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { AppError } from '@loci/core';
import { updateMemory } from '../memories/update-memory.ts';
import type { UpdateMemoryDeps } from '../memories/update-memory.ts';

export interface TagChange {
  /** All tags of the memory after the change. */
  tags: string[];
  /** Warnings about tags of the request that were changed, skipped or absent. */
  warnings: string[];
}

/**
 * Adds tags to a memory. Ignores tags that the memory already has.
 *
 * @param input tags before normalization
 * @throws RES_NOT_FOUND if the memory does not exist; AUTH_FORBIDDEN for a protected memory;
 *   VAL_VALIDATION_FAILED if the memory would have more than 10 tags
 * @see docs/reference/tags.md#add-tags
 */
export async function addTags(
  deps: UpdateMemoryDeps,
  caller: Caller,
  id: string,
  input: readonly string[],
): Promise<TagChange> {
  const { tags: added, warnings } = normalizeTagsWithWarnings(input);
  const memory = await updateMemory(deps, caller, id, ({ tags }) => ({ tags: tagsWith(tags, added) }));
  return { tags: memory.tags, warnings };
}

/**
 * Returns normalized tags together with added ones, sorted.
 *
 * @throws VAL_VALIDATION_FAILED for more than 10 tags
 */
export function tagsWith(tags: readonly string[], added: readonly string[]): string[] {
  const all = [...new Set([...tags, ...added])].sort();
  if (all.length > MAX_TAGS) {
    const message = `A memory can have at most ${MAX_TAGS} tags. With the new tags, it would have ${all.length}.`;
    throw new AppError('VAL_VALIDATION_FAILED', message, { fieldErrors: { tags: [message] } });
  }
  return all;
}
