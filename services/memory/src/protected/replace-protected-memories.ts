import { memoryUpdated } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { deactivate } from '../memories/memory.ts';
import type { Memory } from '../memories/memory.ts';
import { closeValidity } from '../memories/validity.ts';
import { insertProtectedMemory } from './create-protected-memory.ts';
import type { CreateProtectedMemoryDeps, NewProtectedMemory } from './create-protected-memory.ts';
import type { ProtectedMemoryFilter } from './protected-memory.ts';
import type { ProtectedMemoryRepository } from './protected-memory.repository.ts';

export interface ReplaceProtectedMemoriesDeps extends CreateProtectedMemoryDeps {
  memories: Pick<MemoryRepository, 'insert' | 'update'>;
  protectedMemories: Pick<ProtectedMemoryRepository, 'lock' | 'select'>;
}

/**
 * Deactivates the active protected memories that match any of the filters and creates a new one, in one transaction.
 * Concurrent replacements run one after the other, so only the memory of the last replacement stays active.
 * @see docs/reference/personality.md#select-a-persona
 */
export const replaceProtectedMemories = (
  deps: ReplaceProtectedMemoriesDeps,
  filters: readonly ProtectedMemoryFilter[],
  input: NewProtectedMemory,
): Promise<Memory> =>
  deps.inTransaction(input.tenantId, async (tx) => {
    await deps.protectedMemories.lock(tx, input.tenantId);
    const active = await Promise.all(
      filters.map((filter) =>
        deps.protectedMemories.select(tx, input.tenantId, filter, { includeInactive: false }),
      ),
    );
    const distinct = new Map(active.flat().map((memory) => [memory.id, memory]));
    const now = deps.now();
    const deactivated = [...distinct.values()].map((memory) =>
      deactivate(closeValidity(memory, now), 'deprecated', null, now),
    );
    const [created] = await Promise.all([
      insertProtectedMemory(deps, tx, input),
      ...deactivated.map((memory) => deps.memories.update(tx, memory)),
      deps.outbox.append(tx, ...deactivated.map((memory) => memoryUpdated(memory))),
    ]);
    return created;
  });
