import { invalidField } from '@loci/core';
import type { Database } from '@loci/postgres';
import { listRevokedGrants, databaseTimeBefore } from './grant.repository.ts';
import type { RevokedGrant } from './grant.repository.ts';

const PAGE_SIZE = 1_000;

/**
 * Milliseconds by which the time ranges of consecutive polls overlap. A revocation becomes visible when its
 * transaction commits, which is later than the timestamp of the revocation. Every transaction takes less than
 * a minute.
 */
const OVERLAP_MS = 60_000;

const START: RevokedGrant = { revokedAt: '-infinity', grantId: '' };

export interface RevokedPage {
  grantIds: string[];
  cursor: string;
  more: boolean;
}

/**
 * Lists grants that were revoked since a cursor. A grant can appear on more than one page.
 *
 * @param since cursor of an earlier page, or undefined to start from the beginning
 * @throws VAL_FIELD_INVALID for a malformed cursor
 * @see docs/reference/authentication.md#revocation-delay
 */
export function listRevokedSince(
  database: Pick<Database, 'inSystemTransaction'>,
  since: string | undefined,
): Promise<RevokedPage> {
  const after = since === undefined ? START : readCursor(since);
  return database.inSystemTransaction(async (tx) => {
    // The time is read before the list, so that the next page includes revocations that commit in between.
    const [overlapStart, revoked] = await Promise.all([
      databaseTimeBefore(tx, OVERLAP_MS),
      listRevokedGrants(tx, after, PAGE_SIZE),
    ]);
    const grantIds = revoked.map((grant) => grant.grantId);
    const more = revoked.length === PAGE_SIZE;
    const next = more ? revoked.at(-1)! : { revokedAt: overlapStart, grantId: '' };
    return { grantIds, cursor: writeCursor(next), more };
  });
}

const writeCursor = ({ revokedAt, grantId }: RevokedGrant): string =>
  Buffer.from(`${revokedAt}|${grantId}`).toString('base64url');

function readCursor(cursor: string): RevokedGrant {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, revokedAt, grantId] = /^(\d{4,6}-[\d :.+-]{1,40})\|([\w-]{0,128})$/.exec(text) ?? [];
  if (revokedAt === undefined || grantId === undefined) {
    throw invalidField('since', '`since` is not a valid cursor. Send the `cursor` of an earlier response.');
  }
  return { revokedAt, grantId };
}
