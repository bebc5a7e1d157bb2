import { createHash } from 'node:crypto';
import type { Database, Transaction } from '@loci/postgres';
import type { Secret } from '@loci/runtime';
import { decryptSession, encryptSession } from './session-encryption.ts';
import {
  deleteExpiredSessions,
  findSession,
  lockSession,
  saveSession,
  takeSession,
  updateSession,
} from './session.repository.ts';
import type { PendingSignIn, Session } from './session.ts';

type Stored = Session | PendingSignIn;

/** Sessions in the database, sealed; found by an id that only the browser (or the callback's `state`) has. */
export interface SessionStore {
  save(id: string, value: Stored, lifetimeMs: number): Promise<void>;
  find(id: string): Promise<Stored | null>;
  /** Removes and returns it; of two at once, one gets it. */
  take(id: string): Promise<Stored | null>;
  /**
   * Changes a session while nobody else does: parallel requests of one browser refresh its tokens once.
   * @param change is given what is stored now; null ends the session
   */
  change(id: string, change: (stored: Stored) => Promise<Stored | null>): Promise<Stored | null>;
  removeExpired(): Promise<void>;
}

export function createSessionStore(deps: {
  database: Pick<Database, 'inSystemTransaction'>;
  secret: Secret;
  now(): Date;
}): SessionStore {
  const { database, secret, now } = deps;
  const hash = (id: string): Buffer => createHash('sha256').update(id).digest();
  const open = (id: string, sealed: Buffer | null): Stored | null =>
    sealed === null ? null : (decryptSession(sealed, id, secret) as Stored | null);
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.inSystemTransaction(work);

  return {
    save: (id, value, lifetimeMs) =>
      inTransaction((tx) =>
        saveSession(tx, {
          sessionHash: hash(id),
          sealed: encryptSession(value, id, secret),
          expiresAt: new Date(now().getTime() + lifetimeMs),
        }),
      ),
    find: async (id) => open(id, await inTransaction((tx) => findSession(tx, hash(id), now()))),
    take: async (id) => open(id, await inTransaction((tx) => takeSession(tx, hash(id), now()))),
    change: (id, change) =>
      inTransaction(async (tx) => {
        const stored = open(id, await lockSession(tx, hash(id), now()));
        if (stored === null) return null;
        const changed = await change(stored);
        if (changed === null) await takeSession(tx, hash(id), now());
        else await updateSession(tx, hash(id), encryptSession(changed, id, secret));
        return changed;
      }),
    removeExpired: () => inTransaction((tx) => deleteExpiredSessions(tx, now())),
  };
}
