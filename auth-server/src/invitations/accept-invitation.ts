import { isUniqueViolation } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { deleteUserSessions } from '../oauth/oidc-record.repository.ts';
import { checkPassword } from '../sign-in/check-password.ts';
import { hashPassword } from '../users/password.ts';
import {
  findMember,
  findUserByEmail,
  insertMembership,
  insertUser,
  setPassword,
} from '../users/user.repository.ts';
import { normalizeEmail } from '../users/user.ts';
import { consumeInvitation } from './invitation.repository.ts';
import { hashInvitationToken } from './invitation.ts';

export interface AcceptInvitationDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  newId(): string;
  now(): Date;
}

export type AcceptInvitationResult =
  | { kind: 'accepted'; userId: string }
  /** Used or expired meanwhile. */
  | { kind: 'gone' }
  /** The address has an account, and this is not its password. */
  | { kind: 'wrong-password' }
  | { kind: 'too-many'; retryAfterSeconds: number };

/**
 * Makes a person a member of the tenant they were invited to. Who has an account keeps it and proves it with its
 * password; anybody else chooses one. Of two at once, one is accepted.
 *
 * A link that names the address is the operator's word that it goes to its owner: its password becomes the one of
 * the account, which is how a forgotten one is replaced, and whoever was signed in with the old one is signed out.
 */
export async function acceptInvitation(
  deps: AcceptInvitationDeps,
  input: { token: string; email: string; password: string; address: string; emailIsNamed: boolean },
): Promise<AcceptInvitationResult> {
  const email = normalizeEmail(input.email);
  const known = await deps.database.inSystemTransaction((tx) => findUserByEmail(tx, email));
  let passwordHash = '';
  if (known === null || input.emailIsNamed) {
    passwordHash = await hashPassword(input.password);
  } else {
    const verdict = await checkPassword(deps, input);
    if (verdict.kind === 'too-many') return verdict;
    if (verdict.kind === 'wrong') return { kind: 'wrong-password' };
  }
  const userId = known?.userId ?? deps.newId();
  const accept = deps.database.inSystemTransaction(async (tx): Promise<AcceptInvitationResult> => {
    const createdAt = deps.now();
    const invitation = await consumeInvitation(tx, hashInvitationToken(input.token), createdAt);
    if (invitation === null) return { kind: 'gone' };
    const { tenantId, role } = invitation;
    if (known === null) {
      await insertUser(tx, { userId, email, passwordHash }, createdAt);
    } else if (input.emailIsNamed) {
      await setPassword(tx, userId, passwordHash);
      await deleteUserSessions(tx, userId);
    }
    if ((await findMember(tx, tenantId, userId)) === null) {
      await insertMembership(tx, { tenantId, userId, role, service: false, createdAt });
    }
    return { kind: 'accepted', userId };
  });
  return accept.catch((error: unknown) => {
    // Somebody made an account of this address in between, and it is theirs to prove.
    if (isUniqueViolation(error)) return { kind: 'wrong-password' };
    throw error;
  });
}
