import type { PositionOwner, Positions } from '@loci/core';
import type { Database } from '@loci/postgres';

/** Largest sequence number of an outbox row. */
const MAX_SEQ = '9223372036854775807';

/**
 * Returns a function that returns a position after all events of a service that are committed at the time of the call.
 * Every committed transaction has a lower number than the next transaction.
 */
export const readLatestPositions =
  (owner: PositionOwner, database: Pick<Database, 'statement'>): (() => Promise<Positions>) =>
  async () => {
    const [row] = await database.statement<{ txid: string }>(
      'SELECT (pg_snapshot_xmax(pg_current_snapshot())::text::numeric - 1)::text AS txid',
      [],
      'latest-position',
    );
    return { [owner]: { txid: row!.txid, seq: MAX_SEQ } };
  };
