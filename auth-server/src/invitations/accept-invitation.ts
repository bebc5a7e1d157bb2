import type { Database } from '@loci/postgres';
import { checkPassword } from '../sign-in/check-password.ts';
import { hashPassword } from '../users/password.ts';
import { findUserByEmail, insertMembership, insertUser } from '../users/user.repository.ts';
import { findMember } from '../users/user.repository.ts';
import { normalizeEmail } from '../users/user.ts';
import { consumeInvitation } from './invitation.repository.ts';
import { hashInvitationToken } from './invitation.ts';

export interface AcceptInvitationDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  newId(): string;
  now(): Date;
}

export type Acceptance =
  | { kind: 'accepted'; userId: string }
  /** Used or expired meanwhile. */
  | { kind: 'gone' }
  /** The address has an account, and this is not its password. */
  | { kind: 'wrong-password' }
  | { kind: 'too-many'; retryAfterSeconds: number };

/**
 * Makes a person a member of the tenant they were invited to. Who has an account keeps it and proves it with its
 * password; anybody else chooses one. Of two at once, one is accepted.
 */
export async function acceptInvitation(
  deps: AcceptInvitationDeps,
  input: { token: string; email: string; password: string; address: string },
): Promise<Acceptance> {
  const email = normalizeEmail(input.email);
  const known = await deps.database.inSystemTransaction((tx) => findUserByEmail(tx, email));
  let passwordHash = '';
  if (known === null) {
    passwordHash = await hashPassword(input.password);
  } else {
    const verdict = await checkPassword(deps, input);
    if (verdict.kind === 'too-many') return verdict;
    if (verdict.kind === 'wrong') return { kind: 'wrong-password' };
  }
  const userId = known?.userId ?? deps.newId();
  return deps.database.inSystemTransaction(async (tx): Promise<Acceptance> => {
    const createdAt = deps.now();
    const invitation = await consumeInvitation(tx, hashInvitationToken(input.token), createdAt);
    if (invitation === null) return { kind: 'gone' };
    const { tenantId, role } = invitation;
    if (known === null) await insertUser(tx, { userId, email, passwordHash }, createdAt);
    if ((await findMember(tx, tenantId, userId)) === null) {
      await insertMembership(tx, { tenantId, userId, role, service: false, createdAt });
    }
    return { kind: 'accepted', userId };
  });
}
