import type { UserErasure } from '@loci/contracts';
import type { Outbox } from '@loci/messaging';
import { eraseInBatches, queryErasure } from '@loci/service-hosting';
import type { ErasureDatabase } from '@loci/service-hosting';
import { applyRemoved } from '../relationships/apply-to-graph-store.ts';
import type { EdgeWriter } from '../relationships/apply-to-graph-store.ts';
import { lockForBulkRemoval } from '../relationships/graph-lock.ts';
import { relationshipDeleted } from '../relationships/relationship.events.ts';
import type { RelationshipRepository } from '../relationships/relationship.repository.ts';
import { REMOVED_COLUMNS, toRemovedRelationship } from '../relationships/relationship.row.ts';
import type { RemovedRow } from '../relationships/relationship.row.ts';

export interface EraseRelationshipsDeps {
  database: ErasureDatabase;
  relationships: Pick<RelationshipRepository, 'remove'>;
  graphStore: EdgeWriter;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes the recorded relationships and stores their `relationship.deleted` events.
 *
 * @returns false if `mustStop` returned true before all relationships were deleted
 */
export const eraseRelationships = (
  deps: EraseRelationshipsDeps,
  erasure: UserErasure,
  mustStop: () => boolean,
): Promise<boolean> => eraseInBatches((limit) => eraseBatch(deps, erasure, limit), mustStop);

/** @returns the number of deleted relationships */
const eraseBatch = (
  { database, relationships, graphStore, outbox, now }: EraseRelationshipsDeps,
  erasure: UserErasure,
  limit: number,
): Promise<number> =>
  database.inSystemTransaction(async (tx) => {
    const { tenant_id: tenantId } = erasure;
    await lockForBulkRemoval(tx, tenantId);
    const rows = await queryErasure<RemovedRow>(
      tx,
      erasure,
      `SELECT ${REMOVED_COLUMNS} FROM relationships WHERE tenant_id = :tenant AND id IN (
         SELECT id FROM erased_objects
         WHERE tenant_id = :tenant AND erasure_id = :erasure AND kind = 'relationship')
       ORDER BY id LIMIT ${limit}`,
    );
    const removed = rows.map(toRemovedRelationship);
    const deletedAt = now();
    await Promise.all([
      ...removed.map(({ id }) => relationships.remove(tx, tenantId, id, deletedAt)),
      outbox.append(tx, ...removed.map((relationship) => relationshipDeleted(relationship, deletedAt))),
    ]);
    tx.afterCommit(() => applyRemoved(graphStore, removed));
    return removed.length;
  });
