import { MAX_TAGS, normalizeTag } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { AppError } from '@loci/core';
import { updateMemory } from '../memories/update-memory.ts';
import type { UpdateMemoryDeps } from '../memories/update-memory.ts';

export interface TagChange {
  /** All tags now on the memory. */
  tags: string[];
  /** What could not be done as asked; null when all was. */
  warnings: string[] | null;
}

/**
 * Adds tags to a memory, up to 10 in total.
 * @throws RES_NOT_FOUND; AUTH_FORBIDDEN for a protected memory; VAL_VALIDATION_FAILED when it would have more
 * @see SPEC.md "Tags" 1
 */
export async function addTags(
  deps: UpdateMemoryDeps,
  caller: Caller,
  id: string,
  raw: readonly string[],
): Promise<TagChange> {
  const { usable, warnings } = partitionTags(raw);
  const memory = await updateMemory(deps, caller, id, ({ tags }) => {
    const all = [...new Set([...tags, ...usable])].sort();
    if (all.length > MAX_TAGS) {
      const message = `The memory would have ${all.length} tags; at most ${MAX_TAGS} are possible.`;
      throw new AppError('VAL_VALIDATION_FAILED', message, { fieldErrors: { tags: [message] } });
    }
    return { tags: all };
  });
  return { tags: memory.tags, warnings };
}

/** Usable tags, normalised, and a warning for each that is not. */
export function partitionTags(raw: readonly string[]): { usable: string[]; warnings: string[] | null } {
  const usable: string[] = [];
  const warnings: string[] = [];
  for (const given of raw) {
    const tag = normalizeTag(given);
    if (tag === null)
      warnings.push('A tag was skipped: nothing is left of it, or more than 100 characters are.');
    else usable.push(tag);
  }
  return { usable, warnings: warnings.length > 0 ? warnings : null };
}
