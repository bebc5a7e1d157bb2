import { MAX_TAGS } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { AppError } from '@loci/core';
import { updateMemory } from '../memories/update-memory.ts';
import type { UpdateMemoryDeps } from '../memories/update-memory.ts';
import { partitionTags } from './partition-tags.ts';

export interface TagChange {
  /** All tags of the memory after the change. */
  tags: string[];
  /** Tags of the request that were skipped. Null if there are none. */
  warnings: string[] | null;
}

/**
 * Adds tags to a memory. Tags that it already has are ignored.
 *
 * @param input tags before normalization
 * @throws RES_NOT_FOUND; AUTH_FORBIDDEN for a protected memory; VAL_VALIDATION_FAILED if it would have more than 10 tags
 * @see docs/reference/tags.md#add-tags
 */
export async function addTags(
  deps: UpdateMemoryDeps,
  caller: Caller,
  id: string,
  input: readonly string[],
): Promise<TagChange> {
  const { valid, warnings } = partitionTags(input);
  const memory = await updateMemory(deps, caller, id, ({ tags }) => {
    const all = [...new Set([...tags, ...valid])].sort();
    if (all.length > MAX_TAGS) {
      const message = `A memory can have at most ${MAX_TAGS} tags. With the new tags, it would have ${all.length}.`;
      throw new AppError('VAL_VALIDATION_FAILED', message, { fieldErrors: { tags: [message] } });
    }
    return { tags: all };
  });
  return { tags: memory.tags, warnings: warnings.length > 0 ? warnings : null };
}
