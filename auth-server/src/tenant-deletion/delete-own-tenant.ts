import { AppError, invalidField, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import type { LastTransactions } from '@loci/service-hosting';
import { requirePortalOwner } from '../account/require-portal.ts';
import { checkPassword } from '../sign-in/check-password.ts';
import { findTenant } from '../tenants/tenant.repository.ts';
import type { ListedTenant } from '../tenants/tenant.ts';
import { findUserById } from '../users/user.repository.ts';
import { deleteTenant } from './delete-tenant.ts';
import type { DeleteTenantDeps } from './delete-tenant.ts';

export interface DeleteOwnTenantDeps extends DeleteTenantDeps {
  /** Runs a transaction of all tenants. */
  inLastTransaction: LastTransactions['inLastTransaction'];
}

/**
 * Deletes the caller's tenant. The caller confirms the deletion with the name of the tenant and with the
 * password. Wrong passwords are counted like failed sign-ins in a separate known browser, so they lock the
 * confirmation but not the sign-in.
 *
 * @param toOutcome returns the response, which is stored for the idempotency key of the request
 * @throws AUTH_FORBIDDEN if the caller is not an owner who uses the portal; VAL_FIELD_INVALID for a wrong
 *   name or password; BIZ_RATE_LIMIT_EXCEEDED after too many wrong passwords; the errors of
 *   {@link deleteTenant}
 * @see docs/security-model.md#threat-30-deletion-of-a-tenant-with-a-stolen-session
 */
export async function deleteOwnTenant(
  deps: DeleteOwnTenantDeps,
  caller: Caller,
  { name, password }: { name: string; password: string },
  toOutcome: (tenant: ListedTenant) => unknown,
): Promise<ListedTenant> {
  requirePortalOwner(caller);
  const { tenantId, userId } = caller;
  const [tenant, user] = await deps.database.inSystemTransaction((tx) =>
    Promise.all([findTenant(tx, tenantId), findUserById(tx, userId)]),
  );
  if (tenant === null) throw notFound('tenant', tenantId);
  if (user === null) throw notFound('user', userId);
  if (name.trim() !== tenant.name) {
    throw invalidField('name', 'This is not the name. Upper and lower case matter.');
  }
  const { email } = user;
  const check = await checkPassword(deps, { email, password, clientAddress: '', browserId: 'portal' });
  if (check.kind === 'throttled') {
    const { retryAfterSeconds } = check;
    throw new AppError(
      'BIZ_RATE_LIMIT_EXCEEDED',
      `Too many wrong passwords. Retry in ${retryAfterSeconds} s.`,
      { details: { retry_after: retryAfterSeconds } },
    );
  }
  if (check.kind === 'incorrect') throw invalidField('password', 'The password is incorrect.');
  const inSystemTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    deps.inLastTransaction(tenantId, work, (deleted) => toOutcome(deleted as ListedTenant));
  const deletion = { database: { inSystemTransaction }, now: deps.now };
  return deleteTenant(deletion, tenantId, { requiredOwnerId: userId });
}
