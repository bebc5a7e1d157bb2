import type { Database } from '@loci/postgres';
import { insertDpopJti } from './dpop-jti.repository.ts';

export interface RecordDpopJtiDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Records the id of a DPoP proof for all gateways. Atomic. Exactly one of several concurrent calls with the
 * same id returns true.
 *
 * @returns false if the proof was already used
 * @see docs/security-model.md#threat-13-dpop-downgrade-and-replay
 */
export const recordDpopJti = (
  { database, now }: RecordDpopJtiDeps,
  jtiHash: string,
  expiresAt: Date,
): Promise<boolean> => database.inSystemTransaction((tx) => insertDpopJti(tx, jtiHash, expiresAt, now()));
