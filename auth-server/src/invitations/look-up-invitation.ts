import type { Database } from '@loci/postgres';
import { findInvitation } from './invitation.repository.ts';
import { hashInvitationToken } from './invitation.ts';
import type { Invitation } from './invitation.ts';

/** An invitation that still works, or null. */
export function lookUpInvitation(
  { database, now }: { database: Pick<Database, 'inSystemTransaction'>; now(): Date },
  token: string,
): Promise<(Invitation & { tenantName: string }) | null> {
  return database.inSystemTransaction((tx) => findInvitation(tx, hashInvitationToken(token), now()));
}
