import { memoryUpdated } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { retire } from '../memories/memory.ts';
import type { Memory } from '../memories/memory.ts';
import { insertProtected } from './create-protected.ts';
import type { CreateProtectedDeps, NewProtectedMemory } from './create-protected.ts';
import type { Selection } from './protected-memory.ts';
import type { ProtectedRepository } from './protected.repository.ts';

export interface ReplaceProtectedDeps extends CreateProtectedDeps {
  memories: Pick<MemoryRepository, 'insert' | 'update'>;
  protectedMemories: Pick<ProtectedRepository, 'lock' | 'select'>;
}

/**
 * Deactivates the active ones of these selections and creates a new one, or neither. Of concurrent replacements each
 * sees the one before, so one stays active.
 * @see SPEC.md "States and transitions": saving a new persona deactivates the previously saved one
 */
export const replaceProtected = (
  deps: ReplaceProtectedDeps,
  previous: readonly Selection[],
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
    const retired = [...distinct.values()].map((memory) => retire(memory, 'deprecated', deps.now()));
    const [created] = await Promise.all([
      insertProtected(deps, tx, input),
      ...retired.map((memory) => deps.memories.update(tx, memory)),
      deps.outbox.append(tx, ...retired.map((memory) => memoryUpdated(memory))),
    ]);
    return created;
  });
