import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { Memory } from '../memories/memory.ts';
import type { RevisionRepository } from './revision.repository.ts';
import { requireKnownTime } from '@loci/service-hosting';
import type { TimeTravel } from '@loci/service-hosting';

export interface GetMemoryAtDeps {
  inTransaction: InTransaction;
  revisions: Pick<RevisionRepository, 'findAt' | 'findTrueVersions'>;
  now(): Date;
}

/**
 * Returns a memory as it was known at a time, or the version of it that was true at a time. Does not count the access.
 *
 * @throws RES_NOT_FOUND if no such state exists; VAL_FIELD_INVALID for a time that is not known
 * @see docs/reference/time.md#read-the-past
 */
export const getMemoryAt = (
  { inTransaction, revisions, now }: GetMemoryAtDeps,
  { tenantId }: Caller,
  id: string,
  { asOf, knownAt }: TimeTravel,
): Promise<Memory> =>
  inTransaction(tenantId, async (tx) => {
    await requireKnownTime(tx, tenantId, knownAt, now());
    const memory =
      asOf === null
        ? await revisions.findAt(tx, tenantId, id, knownAt!)
        : (await revisions.findTrueVersions(tx, tenantId, [id], { at: asOf, knownAt })).get(id);
    if (!memory) throw notFound('memory', id);
    return memory;
  });
