import type { Caller } from '@loci/core';
import { updateMemory } from '../memories/update-memory.ts';
import type { UpdateMemoryDeps } from '../memories/update-memory.ts';
import { partitionTags } from './add-tags.ts';
import type { TagChange } from './add-tags.ts';

/**
 * Removes tags from a memory; one that it does not have is a warning.
 * @throws RES_NOT_FOUND; AUTH_FORBIDDEN for a protected memory
 * @see SPEC.md "Tags" 2
 */
export async function removeTags(
  deps: UpdateMemoryDeps,
  caller: Caller,
  id: string,
  raw: readonly string[],
): Promise<TagChange> {
  const { usable, warnings: skipped } = partitionTags(raw);
  let absent: string[] = [];
  const memory = await updateMemory(deps, caller, id, ({ tags }) => {
    absent = usable.filter((tag) => !tags.includes(tag));
    return { tags: tags.filter((tag) => !usable.includes(tag)) };
  });
  const warnings = [...(skipped ?? []), ...absent.map((tag) => `The memory does not have the tag ${tag}.`)];
  return { tags: memory.tags, warnings: warnings.length > 0 ? warnings : null };
}
