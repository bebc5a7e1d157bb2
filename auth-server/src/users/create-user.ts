import { alreadyExists, notFound } from '@loci/core';
import type { Role } from '@loci/core';
import { isForeignKeyViolation, isUniqueViolation } from '@loci/postgres';
import type { Database } from '@loci/postgres';
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
  /** Normalised. */
  email: string;
  password: string;
  role: Role;
}

/**
 * Adds a person to a tenant. Who has an account already keeps it and joins, if the password is theirs: one
 * address is one person with one password, in however many tenants.
 *
 * @throws RES_NOT_FOUND for an unknown tenant; RES_ALREADY_EXISTS for a member, or an address whose password
 *   differs
 */
export async function createUser(deps: CreateUserDeps, input: NewUser): Promise<Member> {
  const { tenantId, email, password, role } = input;
  const known = await deps.database.inSystemTransaction((tx) => findUserByEmail(tx, email));
  if (known !== null && !(await verifyPassword(password, known.passwordHash))) {
    throw alreadyExists('user', email, { reason: 'The address has an account with another password.' });
  }
  const user: User = known ?? { userId: deps.newId(), email, passwordHash: await hashPassword(password) };
  const createdAt = deps.now();
  const { userId } = user;
  await deps.database
    .inTransaction(tenantId, async (tx) => {
      if (known === null) await insertUser(tx, user, createdAt);
      await insertMembership(tx, { tenantId, userId, role, service: false, createdAt });
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw alreadyExists('user', email);
      if (isForeignKeyViolation(error)) throw notFound('tenant', tenantId);
      throw error;
    });
  return { tenantId, userId, email, role, createdAt };
}
