import type { UserErasure } from '@loci/contracts';
import type { Outbox } from '@loci/messaging';
import { eraseInBatches, queryErasure } from '@loci/service-hosting';
import type { ErasureDatabase } from '@loci/service-hosting';
import { memoryDeleted } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { ProtectedMemoryRepository } from '../protected/protected-memory.repository.ts';
import type { TagRepository } from '../tags/tag.repository.ts';

export interface EraseMemoriesDeps {
  database: ErasureDatabase;
  memories: Pick<MemoryRepository, 'lock' | 'remove'>;
  protectedMemories: Pick<ProtectedMemoryRepository, 'lock'>;
  tags: Pick<TagRepository, 'detach'>;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes the recorded memories with their contradictions and stores their `memory.deleted` events. The events delete the
 * copies of the memories in the other services.
 *
 * @returns false if `mustStop` returned true before all memories were deleted
 */
export const eraseMemories = (
  deps: EraseMemoriesDeps,
  erasure: UserErasure,
  mustStop: () => boolean,
): Promise<boolean> => eraseInBatches((limit) => eraseBatch(deps, erasure, limit), mustStop);

/** @returns the number of deleted memories */
const eraseBatch = (
  { database, memories, protectedMemories, tags, outbox, now }: EraseMemoriesDeps,
  erasure: UserErasure,
  limit: number,
): Promise<number> =>
  database.inSystemTransaction(async (tx) => {
    const { tenant_id: tenantId } = erasure;
    const rows = await queryErasure<{ id: string }>(
      tx,
      erasure,
      `SELECT m.id FROM erased_objects e JOIN memories m ON m.tenant_id = :tenant AND m.id = e.id
       WHERE e.tenant_id = :tenant AND e.erasure_id = :erasure AND e.kind = 'memory'
       ORDER BY m.id LIMIT ${limit}`,
    );
    if (rows.length === 0) return 0;
    // Personas and traits have their own lock.
    await protectedMemories.lock(tx, tenantId);
    const ids = rows.map(({ id }) => id);
    const locked = await memories.lock(tx, tenantId, ids);
    const deletedAt = now();
    await Promise.all([
      ...locked.flatMap((memory) => [
        tags.detach(tx, memory, memory.tags),
        memories.remove(tx, memory, deletedAt),
      ]),
      outbox.append(tx, ...locked.map((memory) => memoryDeleted(memory, deletedAt))),
    ]);
    return rows.length;
  });
