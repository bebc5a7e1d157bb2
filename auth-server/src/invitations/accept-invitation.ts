import { isUniqueViolation, recordAudit } from '@loci/postgres';
import type { Database, Transaction } from '@loci/postgres';
import { checkPassword } from '../sign-in/check-password.ts';
import { auditUserInAllTenants } from '../users/audit-user.ts';
import { throttledIfQueueFull } from '../users/hash-queue.ts';
import { hashPassword } from '../users/password.ts';
import { revokeUserAccess } from '../users/revoke-user-access.ts';
import {
  findMember,
  findUserByEmail,
  insertMembership,
  insertUser,
  setPassword,
} from '../users/user.repository.ts';
import { normalizeEmail } from '../users/user.ts';
import { consumeInvitation, countFailedAttempt, refundFailedAttempt } from './invitation.repository.ts';
import { hashInvitationToken } from './invitation.ts';

export interface AcceptInvitationDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  newId(): string;
  now(): Date;
}

export type AcceptInvitationResult =
  | { kind: 'accepted'; userId: string }
  /** The invitation was accepted, has expired or had too many failed attempts meanwhile. */
  | { kind: 'invalid' }
  /** The email address has an account with another password. */
  | { kind: 'wrong-password' }
  | { kind: 'throttled'; retryAfterSeconds: number };

/**
 * Makes a user a member of the tenant of an invitation. Creates an account if the email address has none.
 * Otherwise, checks the password of the account. Exactly one of several concurrent calls with the same token
 * succeeds.
 *
 * If an operator created the invitation for the email address, the operator has confirmed that the link belongs to the owner
 * of the account. In this case, the password of an existing account is replaced instead of checked, and all
 * access of the user ends. Users can thereby reset a forgotten password.
 *
 * @param input.clientAddress IP address of the client
 * @param input.browserId ID of a browser in which the user signed in before, otherwise null
 * @param input.resetsPassword true if the invitation replaces the password of an existing account
 * @param input.keepKeys true if the API keys of the user survive a replaced password
 * @param input.asUser runs an operation with the user as the actor of its audit entries
 * @see docs/security-model.md#threat-26-access-that-outlives-a-password-or-a-membership
 */
export async function acceptInvitation(
  deps: AcceptInvitationDeps,
  input: {
    token: string;
    email: string;
    password: string;
    clientAddress: string;
    browserId: string | null;
    resetsPassword: boolean;
    keepKeys: boolean;
    asUser: <T>(userId: string, run: () => Promise<T>) => Promise<T>;
  },
): Promise<AcceptInvitationResult> {
  const email = normalizeEmail(input.email);
  const tokenHash = hashInvitationToken(input.token);
  const existing = await deps.database.inSystemTransaction((tx) => findUserByEmail(tx, email));
  let passwordHash = '';
  if (existing === null || input.resetsPassword) {
    const hashed = await hashPassword(input.password).catch(throttledIfQueueFull);
    if (typeof hashed === 'object') return hashed;
    passwordHash = hashed;
  } else {
    const isOpen = await deps.database.inSystemTransaction((tx) =>
      countFailedAttempt(tx, tokenHash, deps.now()),
    );
    if (!isOpen) return { kind: 'invalid' };
    const check = await checkPassword(deps, input);
    if (check.kind === 'incorrect') return { kind: 'wrong-password' };
    await deps.database.inSystemTransaction((tx) => refundFailedAttempt(tx, tokenHash));
    if (check.kind === 'throttled') return check;
  }
  const userId = existing?.userId ?? deps.newId();
  const accept = async (tx: Transaction): Promise<AcceptInvitationResult> => {
    const createdAt = deps.now();
    const invitation = await consumeInvitation(tx, tokenHash, createdAt);
    if (invitation === null) return { kind: 'invalid' };
    const { tenantId, role } = invitation;
    if (existing === null) {
      await insertUser(tx, { userId, email, passwordHash }, createdAt);
    } else if (input.resetsPassword) {
      await setPassword(tx, userId, passwordHash);
      await revokeUserAccess(tx, { userId, tenantId: null, keepKeys: input.keepKeys, now: createdAt });
      await auditUserInAllTenants(tx, userId);
    }
    if ((await findMember(tx, tenantId, userId)) === null) {
      const isInserted = await insertMembership(tx, { tenantId, userId, role, service: false, createdAt });
      // The account or the tenant was deleted meanwhile.
      if (!isInserted) return { kind: 'invalid' };
      await recordAudit(tx, { tenantId, action: 'create', objectType: 'member', objectIds: [userId] });
    }
    return { kind: 'accepted', userId };
  };
  const accepting = input.asUser(userId, () => deps.database.inSystemTransaction(accept));
  return accepting.catch((error: unknown) => {
    // A concurrent request has created an account with this address, so the next attempt must check its
    // password.
    if (isUniqueViolation(error)) return { kind: 'wrong-password' };
    throw error;
  });
}
