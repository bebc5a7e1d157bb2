import { memoryUpdated } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { deactivate } from '../memories/memory.ts';
import type { Memory } from '../memories/memory.ts';
import { insertProtectedMemory } from './create-protected-memory.ts';
import type { CreateProtectedMemoryDeps, NewProtectedMemory } from './create-protected-memory.ts';
import type { ProtectedMemoryFilter } from './protected-memory.ts';
import type { ProtectedMemoryRepository } from './protected-memory.repository.ts';

export interface ReplaceProtectedMemoriesDeps extends CreateProtectedMemoryDeps {
  memories: Pick<MemoryRepository, 'insert' | 'update'>;
  protectedMemories: Pick<ProtectedMemoryRepository, 'lock' | 'select'>;
}

/**
 * Deactivates the active ones of these selections and creates a new one, or neither. Of concurrent replacements each
 * sees the one before, so one stays active.
 * @see SPEC.md "States and transitions": saving a new persona deactivates the previously saved one
 */
export const replaceProtectedMemories = (
  deps: ReplaceProtectedMemoriesDeps,
  previous: readonly ProtectedMemoryFilter[],
  input: NewProtectedMemory,
): Promise<Memory> =>
  deps.inTransaction(input.tenantId, async (tx) => {
    await deps.protectedMemories.lock(tx, input.tenantId);
    const active = await Promise.all(
      previous.map((selection) =>
        deps.protectedMemories.select(tx, input.tenantId, selection, { includeInactive: false }),
      ),
    );
    const distinct = new Map(active.flat().map((memory) => [memory.id, memory]));
    const retired = [...distinct.values()].map((memory) => deactivate(memory, 'deprecated', deps.now()));
    const [created] = await Promise.all([
      insertProtectedMemory(deps, tx, input),
      ...retired.map((memory) => deps.memories.update(tx, memory)),
      deps.outbox.append(tx, ...retired.map((memory) => memoryUpdated(memory))),
    ]);
    return created;
  });
