import type { Database } from '@loci/postgres';
import { findInvitation } from './invitation.repository.ts';
import { hashInvitationToken } from './invitation.ts';
import type { Invitation } from './invitation.ts';

/** Finds the invitation of a token. Returns null if it is unknown or not open. */
export function lookUpInvitation(
  { database, now }: { database: Pick<Database, 'inSystemTransaction'>; now(): Date },
  token: string,
): Promise<(Invitation & { tenantName: string }) | null> {
  return database.inSystemTransaction((tx) => findInvitation(tx, hashInvitationToken(token), now()));
}
