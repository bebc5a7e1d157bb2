import { createHash } from 'node:crypto';
import { withTimeout } from '@loci/async';
import { isPositionOwner, mergePositions } from '@loci/core';
import type { Caller, OutboxPosition, PositionOwner, Positions } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import { createInMemoryOwnPositions, principalOf } from './own-positions.ts';
import type { OwnPositions } from './own-positions.ts';

export interface PostgresOwnPositionsOptions {
  /** Database with the role of the gateway. */
  database: Pick<Database, 'statement'>;
  log: { warn(details: object, message: string): void };
}

export interface PostgresOwnPositions extends OwnPositions {
  /** Deletes the positions of principals that have changed nothing for one day. */
  pruneJob: Job;
}

/** Maximum milliseconds of a statement. It usually takes 0.5 ms. */
const STATEMENT_TIMEOUT_MS = 500;
const PRUNE_INTERVAL_MS = 600_000;

/** The commit does not wait for the disk. A crash of PostgreSQL loses positions of less than one second. */
const RECORD = `
  INSERT INTO own_positions AS stored (principal, owner, txid, seq)
  SELECT $1, written.* FROM unnest($2::text[], $3::xid8[], $4::bigint[]) AS written (owner, txid, seq),
    set_config('synchronous_commit', 'off', true)
  ORDER BY owner
  ON CONFLICT (principal, owner) DO UPDATE SET txid = excluded.txid, seq = excluded.seq, written_at = now()
  WHERE (stored.txid, stored.seq) < (excluded.txid, excluded.seq)`;

const LAST = 'SELECT owner, txid::text, seq::text FROM own_positions WHERE principal = $1';

const PRUNE = `DELETE FROM own_positions WHERE written_at < now() - interval '1 day'`;

/**
 * Creates positions that all gateway processes share. If the database does not respond, each process knows only the
 * changes that it has handled itself.
 */
export function createPostgresOwnPositions({
  database,
  log,
}: PostgresOwnPositionsOptions): PostgresOwnPositions {
  const local = createInMemoryOwnPositions();

  /** Returns the rows, or null if the database does not respond. */
  const query = async <Row>(
    text: string,
    values: readonly unknown[],
    name: string,
  ): Promise<Row[] | null> => {
    try {
      return await withTimeout(database.statement<Row>(text, values, name), STATEMENT_TIMEOUT_MS, () => {
        throw new Error(`PostgreSQL did not respond within ${STATEMENT_TIMEOUT_MS} ms.`);
      });
    } catch (error) {
      log.warn({ err: error }, 'Positions of users are not shared with other gateway processes');
      return null;
    }
  };

  return {
    record: async (caller, positions) => {
      await local.record(caller, positions);
      const entries = Object.entries(positions);
      if (entries.length === 0) return;
      await query(
        RECORD,
        [
          hashOf(caller),
          entries.map(([owner]) => owner),
          entries.map(([, { txid }]) => txid),
          entries.map(([, { seq }]) => seq),
        ],
        'record-own-position',
      );
    },
    last: async (caller) => {
      const rows = await query<OutboxPosition & { owner: string }>(
        LAST,
        [hashOf(caller)],
        'last-own-position',
      );
      const shared: Partial<Record<PositionOwner, OutboxPosition>> = {};
      for (const { owner, txid, seq } of rows ?? [])
        if (isPositionOwner(owner)) shared[owner] = { txid, seq };
      return mergePositions(await local.last(caller), shared satisfies Positions);
    },
    pruneJob: {
      name: 'prune-own-positions',
      intervalMs: PRUNE_INTERVAL_MS,
      run: async () => void (await database.statement(PRUNE, [], 'prune-own-positions')),
    },
  };
}

/** The table contains no IDs of users and tenants, so that it contains no data that an erasure must delete. */
const hashOf = (caller: Caller): string => createHash('sha256').update(principalOf(caller)).digest('hex');
