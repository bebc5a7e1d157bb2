import { randomBytes } from 'node:crypto';
import { AppError, invalidField, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { InTransaction } from '@loci/postgres';
import { countRecent, findRunning, insertErasure, isKnownUser, lockErasures } from './erasure.repository.ts';
import type { Erasure } from './erasure.ts';

export interface RequestErasureDeps {
  database: { inTransaction: InTransaction };
  newId(): string;
}

/** Maximum number of erasures of a tenant in 24 hours. */
export const MAX_ERASURES_PER_DAY = 10;

/**
 * Requests the erasure of everything that a user stored in the caller's tenant. Owners can erase the data of any user, and
 * other users only their own.
 *
 * @throws VAL_FIELD_INVALID if `confirm` differs from `userId`; AUTH_FORBIDDEN; RES_NOT_FOUND for a user who never was a
 *   member; RES_ALREADY_EXISTS if an erasure of the user is running; BIZ_QUOTA_EXCEEDED after too many erasures
 * @see docs/reference/erasure.md#erase-the-data-of-a-user
 */
export async function requestErasure(
  { database, newId }: RequestErasureDeps,
  caller: Caller,
  { userId, confirm }: { userId: string; confirm: string },
): Promise<Erasure> {
  const { tenantId } = caller;
  if (confirm !== userId) throw invalidField('confirm', 'confirm must be equal to user_id.');
  if (caller.role !== 'owner' && userId !== caller.userId) {
    throw new AppError('AUTH_FORBIDDEN', 'Only owners can erase the data of other users.', {
      details: { required_role: 'owner', current_role: caller.role },
    });
  }
  return database.inTransaction(tenantId, async (tx) => {
    await lockErasures(tx, tenantId);
    if (!(await isKnownUser(tx, tenantId, userId))) throw notFound('user', userId);
    const running = await findRunning(tx, tenantId, userId);
    if (running !== null) throw alreadyRunning(running);
    if ((await countRecent(tx, tenantId)) >= MAX_ERASURES_PER_DAY) {
      throw new AppError(
        'BIZ_QUOTA_EXCEEDED',
        `A tenant can start at most ${MAX_ERASURES_PER_DAY} erasures in 24 hours.`,
        { details: { resource_type: 'erasure', limit: MAX_ERASURES_PER_DAY } },
      );
    }
    const erasure = await insertErasure(tx, {
      tenantId,
      id: newId(),
      userId,
      requestedBy: caller.userId,
      pseudonym: `erased:${randomBytes(8).toString('hex')}`,
    });
    await recordAudit(tx, { tenantId, action: 'create', objectType: 'erasure', objectIds: [erasure.id] });
    return erasure;
  });
}

const alreadyRunning = (id: string): AppError =>
  new AppError('RES_ALREADY_EXISTS', `The erasure ${id} of this user is still running.`, {
    details: { resource_type: 'erasure', resource_id: id },
  });
