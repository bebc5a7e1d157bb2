import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import { findErasure, listErasures } from './erasure.repository.ts';
import type { ErasureQuery } from './erasure.repository.ts';
import type { Erasure } from './erasure.ts';

export interface ReadErasuresDeps {
  database: { inTransaction: InTransaction };
}

/** Returns the erasures that the caller may see, newest first: all for owners, otherwise those of the caller. */
export const readErasures = (
  { database }: ReadErasuresDeps,
  { tenantId, userId, role }: Caller,
  page: Omit<ErasureQuery, 'userId'>,
): Promise<Erasure[]> =>
  database.inTransaction(tenantId, (tx) =>
    listErasures(tx, tenantId, { ...page, userId: role === 'owner' ? null : userId }),
  );

/** @throws RES_NOT_FOUND for an unknown erasure, and for that of another user if the caller is not an owner */
export async function readErasure(
  { database }: ReadErasuresDeps,
  { tenantId, userId, role }: Caller,
  id: string,
): Promise<Erasure> {
  const erasure = await database.inTransaction(tenantId, (tx) => findErasure(tx, tenantId, id));
  if (erasure === null || (role !== 'owner' && erasure.userId !== userId)) throw notFound('erasure', id);
  return erasure;
}
