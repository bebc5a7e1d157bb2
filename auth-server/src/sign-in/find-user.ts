import { isUuid } from '@loci/core';
import type { Database } from '@loci/postgres';
import { findUserById, listMemberships } from '../users/user.repository.ts';
import type { Membership } from '../users/user.repository.ts';

/** A user with their tenant memberships. Service users have no profile. */
export interface UserProfile {
  userId: string;
  email: string;
  memberships: Membership[];
}

/** Finds a user by id. Returns null for an unknown or malformed id. */
export function findUser(
  { database }: { database: Pick<Database, 'inSystemTransaction'> },
  userId: string,
): Promise<UserProfile | null> {
  if (!isUuid(userId)) return Promise.resolve(null);
  return database.inSystemTransaction(async (tx) => {
    const [user, memberships] = await Promise.all([findUserById(tx, userId), listMemberships(tx, userId)]);
    return user === null ? null : { userId, email: user.email, memberships };
  });
}
