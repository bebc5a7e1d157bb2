import type { Database } from '@loci/postgres';
import { checkPassword } from '../sign-in/check-password.ts';
import type { PasswordCheck } from '../sign-in/check-password.ts';
import { auditUserInAllTenants } from '../users/audit-user.ts';
import { throttledIfQueueFull } from '../users/hash-queue.ts';
import { hashPassword } from '../users/password.ts';
import { revokeUserAccess } from '../users/revoke-user-access.ts';
import { setPassword } from '../users/user.repository.ts';

/**
 * Replaces the password of a user who knows the current password. Ends all access of the user, including the session of
 * this browser. Attempts are limited as for a sign-in.
 *
 * @param input.clientAddress IP address of the client
 * @param input.browserId ID of a browser in which the user signed in before, otherwise null
 * @returns the result of the check of the current password; the password is replaced if it is correct
 * @see docs/security-model.md#threat-26-access-that-outlives-a-password-or-a-membership
 */
export async function changePassword(
  deps: { database: Pick<Database, 'inSystemTransaction'>; now(): Date },
  input: {
    email: string;
    currentPassword: string;
    newPassword: string;
    keepKeys: boolean;
    clientAddress: string;
    browserId: string | null;
  },
): Promise<PasswordCheck> {
  const { email, currentPassword: password, clientAddress, browserId, keepKeys } = input;
  const check = await checkPassword(deps, { email, password, clientAddress, browserId });
  if (check.kind !== 'correct') return check;
  const { userId } = check;
  const passwordHash = await hashPassword(input.newPassword).catch(throttledIfQueueFull);
  if (typeof passwordHash === 'object') return passwordHash;
  await deps.database.inSystemTransaction(async (tx) => {
    await setPassword(tx, userId, passwordHash);
    await revokeUserAccess(tx, { userId, tenantId: null, keepKeys, now: deps.now() });
    await auditUserInAllTenants(tx, userId);
  });
  return check;
}
