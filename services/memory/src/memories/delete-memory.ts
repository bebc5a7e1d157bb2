import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import { recordAudit } from '@loci/postgres';
import type { InTransaction } from '@loci/postgres';
import type { TagRepository } from '../tags/tag.repository.ts';
import type { RevisionRepository } from '../time/revision.repository.ts';
import { memoryDeleted } from './memory.events.ts';
import type { MemoryRepository } from './memory.repository.ts';
import type { EtagCondition } from '@loci/http';
import { requireMemoryEtag } from './memory-etag.ts';
import { requireUnprotectedType } from './memory.ts';

export interface DeleteMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock' | 'remove'>;
  tags: Pick<TagRepository, 'detach'>;
  revisions: Pick<RevisionRepository, 'erase'>;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes a memory and its contradictions and stores the `memory.deleted` event in one transaction. Consumers
 * of the event delete the memory's relationships and index entries. The tags remain, even if no other memory
 * has them. The revisions remain until the end of their retention.
 *
 * @param options.erase true to delete the revisions as well, also those of a memory that was deleted earlier
 * @param options.ifMatch ETags of the states that may be deleted, or null for every state. With a condition, the revisions
 *   of a memory that was deleted earlier are not deleted.
 * @throws RES_NOT_FOUND if the memory does not exist; AUTH_FORBIDDEN for a protected memory; RES_PRECONDITION_FAILED if the
 *   memory has another ETag
 * @see docs/reference/memories.md#delete-a-memory
 */
export async function deleteMemory(
  deps: DeleteMemoryDeps,
  caller: Caller,
  id: string,
  { erase, ifMatch }: { erase: boolean; ifMatch: EtagCondition | null },
): Promise<void> {
  const { tenantId } = caller;
  await deps.inTransaction(tenantId, async (tx) => {
    const [memory] = await deps.memories.lock(tx, tenantId, [id]);
    if (!memory) {
      const erased = erase && ifMatch === null ? await deps.revisions.erase(tx, tenantId, [id]) : 0;
      if (erased === 0) throw notFound('memory', id);
      await recordAudit(tx, { tenantId, action: 'delete', objectType: 'memory', objectIds: [id] });
      return;
    }
    requireUnprotectedType(memory.memoryType);
    requireMemoryEtag(ifMatch, memory);
    const now = deps.now();
    await Promise.all([
      deps.tags.detach(tx, memory, memory.tags),
      deps.memories.remove(tx, memory, now),
      ...(erase ? [deps.revisions.erase(tx, tenantId, [id])] : []),
      deps.outbox.append(tx, memoryDeleted(memory, now)),
    ]);
  });
}
