import type { MemoryClient } from '@loci/contracts';
import type { EventEnvelope } from '@loci/events';
import { isOldEvent } from '@loci/messaging';

export interface FindDeletedMemoriesDeps {
  memory: Pick<MemoryClient, 'getVersions'>;
  now(): Date;
}

/** Maximum number of ids in one request to the memory service. */
const MAX_IDS = 10_000;

/**
 * Returns the memories of old events that the memory service does not have. The memories existed when the events
 * were published, so they were deleted since. Their tombstones in `known_memories` may have been deleted as well.
 *
 * @param events events of one tenant
 * @param memoryIdsOf returns the ids of the memories that an event treats as existing
 * @throws SYS_SERVICE_UNAVAILABLE if there are old events and the memory service is unavailable
 * @see docs/reference/events.md#tombstones
 */
export async function findDeletedMemories(
  { memory, now }: FindDeletedMemoriesDeps,
  tenantId: string,
  events: readonly EventEnvelope[],
  memoryIdsOf: (event: EventEnvelope) => readonly string[],
): Promise<ReadonlySet<string>> {
  const time = now();
  const old = events.filter((event) => isOldEvent(event, time));
  const ids = [...new Set(old.flatMap(memoryIdsOf))];
  const deleted = new Set(ids);
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const existing = await memory.getVersions(tenantId, ids.slice(start, start + MAX_IDS));
    for (const { id } of existing) deleted.delete(id);
  }
  return deleted;
}
