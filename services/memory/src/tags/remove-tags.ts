import { normalizeTagsWithWarnings } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { updateMemory } from '../memories/update-memory.ts';
import type { UpdateMemoryDeps } from '../memories/update-memory.ts';
import type { TagChange } from './add-tags.ts';

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
  const { tags: removed, warnings } = normalizeTagsWithWarnings(input);
  let absent: string[] = [];
  const memory = await updateMemory(deps, caller, id, ({ tags }) => {
    absent = removed.filter((tag) => !tags.includes(tag));
    return { tags: tags.filter((tag) => !removed.includes(tag)) };
  });
  return {
    tags: memory.tags,
    warnings: [...warnings, ...absent.map((tag) => `The memory does not have the tag ${tag}.`)],
  };
}
