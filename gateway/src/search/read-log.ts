import { MAX_FOUND_MEMORIES, PORTAL_CLIENT_ID } from '@loci/contracts';
import type { FoundMemory, MemoryClient } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { Job } from '@loci/service-hosting';

/** Maximum number of pending records. Further results are not recorded, to limit memory use and the load of the database. */
const MAX_PENDING = 20_000;

/** Interval of the requests to the memory service. No request is sent if no search returned memories. */
const INTERVAL_MS = 5_000;

const DAY_MS = 86_400_000;

type Reader = Omit<FoundMemory, 'memory_id'>;

/**
 * Collects the memories that searches returned, and sends them to the memory service in batches, so that a search does not
 * wait for it.
 * @see docs/reference/memories.md#readers
 */
export interface ReadLog {
  /** Notes that a search of the caller returned memories. Never waits. */
  noteFound(caller: Caller, memoryIds: readonly string[]): void;
  /** Sends the noted memories. They are sent again by the next run if the memory service does not respond. */
  job: Job;
}

export function createReadLog(
  memory: Pick<MemoryClient, 'recordFound'>,
  now: () => number = Date.now,
): ReadLog {
  /** Records of each reader and UTC day, by the ID of the memory. */
  const pending = new Map<string, Map<string, FoundMemory>>();
  let size = 0;

  const add = (records: Map<string, FoundMemory>, memoryId: string, found: Reader): void => {
    const known = records.get(memoryId);
    if (known !== undefined) {
      known.count += found.count;
      known.first_ms = Math.min(known.first_ms, found.first_ms);
      known.last_ms = Math.max(known.last_ms, found.last_ms);
    } else if (size < MAX_PENDING) {
      records.set(memoryId, { ...found, memory_id: memoryId });
      size++;
    }
  };

  /** Returns the records of a reader and of the day of a time. */
  const recordsOf = ({
    tenant_id,
    user_id,
    client_id,
    key_id,
    last_ms,
  }: Reader): Map<string, FoundMemory> => {
    const key = `${tenant_id}\n${user_id}\n${client_id}\n${key_id}\n${Math.floor(last_ms / DAY_MS)}`;
    const records = pending.get(key) ?? new Map<string, FoundMemory>();
    pending.set(key, records);
    return records;
  };

  return {
    noteFound({ tenantId, userId, clientId, keyId, via }, memoryIds) {
      // The portal searches while a user types, and shows excerpts. Opening a result is recorded.
      if (memoryIds.length === 0 || (via === 'oauth' && clientId === PORTAL_CLIENT_ID)) return;
      const time = now();
      const reader = {
        tenant_id: tenantId,
        user_id: userId,
        client_id: clientId,
        key_id: keyId ?? null,
        count: 1,
        first_ms: time,
        last_ms: time,
      };
      const records = recordsOf(reader);
      for (const memoryId of memoryIds) add(records, memoryId, reader);
    },
    job: {
      name: 'record-found-memories',
      intervalMs: INTERVAL_MS,
      runsInEveryProcess: true,
      run: async () => {
        const all = [...pending.values()].flatMap((records) => [...records.values()]);
        pending.clear();
        size = 0;
        for (let start = 0; start < all.length; start += MAX_FOUND_MEMORIES) {
          try {
            await memory.recordFound(all.slice(start, start + MAX_FOUND_MEMORIES));
          } catch (error) {
            for (const found of all.slice(start)) add(recordsOf(found), found.memory_id, found);
            throw error;
          }
        }
      },
    },
  };
}
