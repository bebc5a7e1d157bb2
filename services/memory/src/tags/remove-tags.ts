import type { Caller } from '@loci/core';
import { updateMemory } from '../memories/update-memory.ts';
import type { UpdateMemoryDeps } from '../memories/update-memory.ts';
import type { TagChange } from './add-tags.ts';
import { partitionTags } from './partition-tags.ts';

/**
 * Removes tags from a memory. A tag that the memory does not have causes a warning.
 *
 * @param input tags before normalization
 * @throws RES_NOT_FOUND if the memory does not exist; AUTH_FORBIDDEN for a protected memory
 * @see docs/reference/tags.md#remove-tags
 */
export async function removeTags(
  deps: UpdateMemoryDeps,
  caller: Caller,
  id: string,
  input: readonly string[],
): Promise<TagChange> {
  const { valid, warnings: skipped } = partitionTags(input);
  let absent: string[] = [];
  const memory = await updateMemory(deps, caller, id, ({ tags }) => {
    absent = valid.filter((tag) => !tags.includes(tag));
    return { tags: tags.filter((tag) => !valid.includes(tag)) };
  });
  const warnings = [...skipped, ...absent.map((tag) => `The memory does not have the tag ${tag}.`)];
  return { tags: memory.tags, warnings: warnings.length > 0 ? warnings : null };
}
