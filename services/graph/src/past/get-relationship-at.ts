import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import { requireKnownTime } from '@loci/service-hosting';
import { toRelationship } from '../relationships/relationship.row.ts';
import type { RelationshipRow } from '../relationships/relationship.row.ts';
import type { Relationship } from '../relationships/relationship.ts';
import { recordedStates } from './past-conditions.ts';
import { pastRelationshipColumns } from './past-relationship.ts';

export interface GetRelationshipAtDeps {
  inTransaction: InTransaction;
  now(): Date;
}

/**
 * Returns a relationship in the state that was recorded at a time.
 *
 * @throws RES_NOT_FOUND if the relationship did not exist; VAL_FIELD_INVALID for a time that is not known
 * @see docs/reference/time.md#read-the-past
 */
export const getRelationshipAt = (
  { inTransaction, now }: GetRelationshipAtDeps,
  { tenantId }: Caller,
  id: string,
  knownAt: Date,
): Promise<Relationship> =>
  inTransaction(tenantId, async (tx) => {
    await requireKnownTime(tx, tenantId, knownAt, now());
    const [row] = await tx.query<RelationshipRow>(
      `SELECT ${pastRelationshipColumns('$3')} FROM (${recordedStates('$3')}) r WHERE r.id = $2`,
      [tenantId, id, knownAt],
    );
    if (!row) throw notFound('relationship', id);
    return toRelationship(row);
  });
