import { normalizeTag } from '@loci/contracts';
import { alreadyExists, invalidField, isAppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import { countTagged } from '../counters/memory-counters.ts';
import { memoryUpdated } from '../memories/memory.events.ts';
import type { Memory } from '../memories/memory.ts';
import { changeLockedMemory } from '../memories/update-memory.ts';
import type { UpdateMemoryDeps } from '../memories/update-memory.ts';
import { waitForOtherBulkUpdates } from '../memories/update-memories.ts';
import type { TagRepository } from './tag.repository.ts';

/** Maximum number of memories that a request changes, so that it ends within a second. */
export const MAX_RENAMED = 250;

export interface RenameTagDeps extends UpdateMemoryDeps {
  tags: Pick<TagRepository, 'replace' | 'exists' | 'listMemoryIds'>;
}

/** Result of a request, which renames a tag of up to {@link MAX_RENAMED} memories. */
export interface RenamedTag {
  /** Normalized new name. */
  name: string;
  changed: number;
  /** Number of active memories that have the old tag after the request. */
  remaining: number;
}

/**
 * Replaces a tag of up to {@link MAX_RENAMED} active memories, and stores their `memory.updated` events, in one transaction. The
 * caller repeats the request with `merge` until no memories remain.
 *
 * @param tag current name before normalization
 * @param options.name new name before normalization
 * @param options.merge true if memories may have the new tag already
 * @throws RES_NOT_FOUND if the tag does not exist; RES_ALREADY_EXISTS if memories have the new tag and `merge` is false;
 *   VAL_FIELD_INVALID for an invalid new name
 * @see docs/reference/tags.md#rename-a-tag
 */
export async function renameTag(
  deps: RenameTagDeps,
  { tenantId }: Caller,
  tag: string,
  { name, merge }: { name: string; merge: boolean },
): Promise<RenamedTag> {
  const [from, to] = [normalizeTag(tag), normalizeTag(name)];
  if (to === null)
    throw invalidField(
      'name',
      'After normalization, a tag must have 1 to 100 characters (a-z, 0-9 and hyphens).',
    );
  if (to === from) throw invalidField('name', `The tag has the name ${to} already.`);
  return deps.inTransaction(tenantId, async (tx) => {
    await waitForOtherBulkUpdates(tx);
    if (from === null || !(await deps.tags.exists(tx, tenantId, from))) throw notFound('tag', tag);
    const existing = await countTagged(tx, tenantId, to);
    if (existing > 0 && !merge) throw alreadyExists('tag', to, { usage_count: existing });
    const ids = await deps.tags.listMemoryIds(tx, tenantId, from, MAX_RENAMED);
    const changed = await replaceTag(deps, tx, await deps.memories.lock(tx, tenantId, ids), { from, to });
    return { name: to, changed, remaining: Math.max(0, await countTagged(tx, tenantId, from)) };
  });
}

/** Replaces a tag of locked memories. @returns the number of changed memories */
async function replaceTag(
  deps: RenameTagDeps,
  tx: Transaction,
  memories: readonly Memory[],
  { from, to }: { from: string; to: string },
): Promise<number> {
  const changes: [memory: Memory, next: Memory][] = [];
  for (const memory of memories) {
    const next = await changeOrSkip(deps, tx, memory, { from, to });
    if (next !== memory) changes.push([memory, next]);
  }
  if (changes.length === 0) return 0;
  await Promise.all([
    ...changes.flatMap(([memory, next]) => [
      deps.memories.update(tx, next),
      deps.tags.replace(tx, memory, next),
    ]),
    deps.outbox.append(tx, ...changes.map(([, next]) => memoryUpdated(next))),
  ]);
  return changes.length;
}

/** Returns the same object for a memory that lost the tag, or was replaced, before it was locked. */
async function changeOrSkip(
  deps: RenameTagDeps,
  tx: Transaction,
  memory: Memory,
  { from, to }: { from: string; to: string },
): Promise<Memory> {
  if (!memory.tags.includes(from)) return memory;
  const tags = [...new Set([...memory.tags.filter((each) => each !== from), to])].sort();
  try {
    return await changeLockedMemory(deps, tx, memory, { tags });
  } catch (error) {
    if (isAppError(error) && error.code === 'RES_ALREADY_EXISTS') return memory;
    throw error;
  }
}
