import { alreadyExists, invalidField, notFound } from '@loci/core';
import type { Role } from '@loci/core';
import { isUniqueViolation, recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { localeOf } from '../texts/texts.ts';
import { findPasswordProblem, passwordMessage } from './new-password.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { findUserByEmail, insertMembership, insertUser } from './user.repository.ts';
import type { User } from './user.repository.ts';
import type { Member } from './user.ts';

export interface CreateUserDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  newId(): string;
  now(): Date;
}

export interface NewUser {
  tenantId: string;
  /** Email address, normalized by `normalizeEmail`. */
  email: string;
  password: string;
  role: Role;
}

/**
 * Adds a user to a tenant. Each email address has one account. An account has one password and can be a
 * member of several tenants. If the account exists, `input` must contain its password.
 *
 * @throws VAL_FIELD_INVALID if a new account must not have this password; RES_NOT_FOUND for an unknown tenant;
 *   RES_ALREADY_EXISTS if the user is already a member, or if the account has another password
 */
export async function createUser(deps: CreateUserDeps, input: NewUser): Promise<Member> {
  const { tenantId, email, password, role } = input;
  const existing = await deps.database.inSystemTransaction((tx) => findUserByEmail(tx, email));
  if (existing !== null && !(await verifyPassword(password, existing.passwordHash))) {
    throw alreadyExists('user', email, { reason: 'The email address has an account with another password.' });
  }
  const problem = existing === null ? findPasswordProblem(password, email) : null;
  if (problem !== null) throw invalidField('password', passwordMessage(localeOf('en').texts, problem));
  const user: User = existing ?? { userId: deps.newId(), email, passwordHash: await hashPassword(password) };
  const createdAt = deps.now();
  const { userId } = user;
  await deps.database
    .inTransaction(tenantId, async (tx) => {
      if (existing === null) await insertUser(tx, user, createdAt);
      const member = { tenantId, userId, role, service: false, createdAt };
      if (!(await insertMembership(tx, member))) throw notFound('tenant', tenantId);
      await recordAudit(tx, { tenantId, action: 'create', objectType: 'member', objectIds: [userId] });
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw alreadyExists('user', email);
      throw error;
    });
  return { tenantId, userId, email, role, createdAt };
}
