import { systemActor, runInRequestScope } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import { blankResponses } from '@loci/postgres';
import type { Database, Transaction } from '@loci/postgres';
import { memoryDeleted } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { TagRepository } from '../tags/tag.repository.ts';
import type { RevisionRepository } from '../time/revision.repository.ts';

export interface EraseExpiredMemoriesDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  memories: Pick<MemoryRepository, 'lock' | 'remove'>;
  tags: Pick<TagRepository, 'detach'>;
  revisions: Pick<RevisionRepository, 'erase'>;
  outbox: Outbox;
  now(): Date;
}

/** Name of the job in the audit log. */
export const ERASE_EXPIRED_JOB = 'erase-expired-memories';

/** Maximum number of memories per transaction. Writers that need the same locks wait for the transaction. */
const BATCH_SIZE = 200;

/** Expired memories of one tenant. */
interface DueMemories {
  tenantId: string;
  ids: string[];
  /** Time of the database at which the memories had expired. */
  at: Date;
}

/**
 * Deletes the memories that have expired, with their revisions and contradictions and the stored responses that contain
 * them. Stores their `memory.deleted` events, which delete the copies in the other services. Each batch is one
 * transaction, so an interrupted run keeps its progress.
 *
 * @see docs/reference/time.md#expiry
 */
export async function eraseExpiredMemories(
  deps: EraseExpiredMemoriesDeps,
  signal: AbortSignal,
): Promise<void> {
  const eraseBatch = (): Promise<boolean> =>
    deps.database.inSystemTransaction(async (tx) => {
      const due = await findDue(tx);
      if (due !== null) await erase(deps, tx, due);
      return due !== null;
    });
  await runInRequestScope(systemActor(`job ${ERASE_EXPIRED_JOB}`), async () => {
    while (!signal.aborted && (await eraseBatch()));
  });
}

/** Returns the age in seconds of the memory that expired first and is not erased, or 0. */
export async function oldestExpiredSeconds(database: Pick<Database, 'inSystemTransaction'>): Promise<number> {
  const [row] = await database.inSystemTransaction((tx) =>
    tx.query<{ seconds: number }>(
      `SELECT greatest(0, coalesce(extract(epoch FROM now() - min(expires_at)), 0))::float8 AS seconds
       FROM memory_expiries`,
    ),
  );
  return row!.seconds;
}

/** Returns the next expired memories of the tenant whose memory expired first, or null if there are none. */
async function findDue(tx: Transaction): Promise<DueMemories | null> {
  const rows = await tx.query<{ tenant_id: string; id: string; at: Date }>(
    `SELECT e.tenant_id, e.id, now() AS at FROM (
       SELECT tenant_id FROM memory_expiries WHERE expires_at <= now() ORDER BY expires_at LIMIT 1
     ) first JOIN memory_expiries e ON e.tenant_id = first.tenant_id AND e.expires_at <= now()
     ORDER BY e.expires_at, e.id LIMIT ${BATCH_SIZE}`,
  );
  const [first] = rows;
  return first ? { tenantId: first.tenant_id, ids: rows.map(({ id }) => id), at: first.at } : null;
}

async function erase(
  { memories, tags, revisions, outbox, now }: EraseExpiredMemoriesDeps,
  tx: Transaction,
  { tenantId, ids, at }: DueMemories,
): Promise<void> {
  const locked = await memories.lock(tx, tenantId, ids);
  // An update can have changed the expiry before the lock was acquired.
  const isKept = new Set(
    locked.filter(({ expiresAt }) => expiresAt === null || expiresAt > at).map(({ id }) => id),
  );
  const expired = locked.filter(({ id }) => !isKept.has(id));
  // Also contains memories that were deleted earlier and whose revisions remain.
  const erasedIds = ids.filter((id) => !isKept.has(id));
  const deletedAt = now();
  await Promise.all([
    ...expired.flatMap((memory) => [
      tags.detach(tx, memory, memory.tags),
      memories.remove(tx, memory, deletedAt),
    ]),
    outbox.append(tx, ...expired.map((memory) => memoryDeleted(memory, deletedAt, { erased: true }))),
    // Each deletion stores a revision, so the revisions are deleted last.
    revisions.erase(tx, tenantId, erasedIds),
    blankResponses(tx, tenantId, erasedIds),
    tx.query(
      'DELETE FROM memory_expiries WHERE tenant_id = $1 AND id = ANY($2)',
      [tenantId, erasedIds],
      'memory-expiries-delete',
    ),
  ]);
}
