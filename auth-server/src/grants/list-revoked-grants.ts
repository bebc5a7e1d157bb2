import { invalidField } from '@loci/core';
import type { Database } from '@loci/postgres';
import { listRevokedGrants, databaseTimeBefore } from './grant.repository.ts';
import type { RevokedGrant } from './grant.repository.ts';

const PAGE_SIZE = 1_000;

/**
 * A revocation carries the time of its statement but shows when its transaction commits, so the last minute is
 * always read again: far longer than any transaction here may take.
 */
const OVERLAP_MS = 60_000;

const BEGINNING: RevokedGrant = { revokedAt: '-infinity', grantId: '' };

export interface RevokedPage {
  grantIds: string[];
  cursor: string;
  more: boolean;
}

/** @param since a cursor of ours, or undefined from the beginning */
export function listRevokedSince(
  database: Pick<Database, 'inSystemTransaction'>,
  since: string | undefined,
): Promise<RevokedPage> {
  const after = since === undefined ? BEGINNING : readCursor(since);
  return database.inSystemTransaction(async (tx) => {
    // Read before the list, so that what is committed in between is read again.
    const [moment, revoked] = await Promise.all([
      databaseTimeBefore(tx, OVERLAP_MS),
      listRevokedGrants(tx, after, PAGE_SIZE),
    ]);
    const grantIds = revoked.map((grant) => grant.grantId);
    const more = revoked.length === PAGE_SIZE;
    const next = more ? revoked.at(-1)! : { revokedAt: moment, grantId: '' };
    return { grantIds, cursor: writeCursor(next), more };
  });
}

const writeCursor = ({ revokedAt, grantId }: RevokedGrant): string =>
  Buffer.from(`${revokedAt}|${grantId}`).toString('base64url');

function readCursor(cursor: string): RevokedGrant {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, revokedAt, grantId] = /^(\d{4,6}-[\d :.+-]{1,40})\|([\w-]{0,128})$/.exec(text) ?? [];
  if (revokedAt === undefined || grantId === undefined) {
    throw invalidField('since', 'This is not a cursor of ours.');
  }
  return { revokedAt, grantId };
}
