import { createHash } from 'node:crypto';
import type { Database, Transaction } from '@loci/postgres';
import type { Secrets } from '@loci/runtime';
import { decryptSession, encryptSession } from './session-encryption.ts';
import {
  deleteExpiredSessions,
  findSession,
  lockSession,
  saveSession,
  takeSession,
  updateSession,
} from './session.repository.ts';
import type { OperatorSession, PendingSignIn, Session } from './session.ts';

type StoredSession = Session | PendingSignIn | OperatorSession;

/**
 * Encrypted sessions in the database, found by the hash of their id. The id itself is only in the session
 * cookie or, for a pending sign-in, in the `state` parameter of the callback.
 */
export interface SessionStore {
  /** Creates or replaces a session. */
  save(id: string, session: StoredSession, lifetimeMs: number): Promise<void>;
  /** Finds a session. Returns null if the id is unknown or the session has expired. */
  find(id: string): Promise<StoredSession | null>;
  /**
   * Removes a session and returns it. Exactly one of several concurrent calls returns the session. The others
   * return null.
   */
  take(id: string): Promise<StoredSession | null>;
  /**
   * Changes a session while its row is locked, so that concurrent requests of one browser refresh its tokens once.
   *
   * @param change receives the stored session; returns the new one, or null to delete it
   * @returns the new session, or null if it does not exist or was deleted
   */
  change(
    id: string,
    change: (stored: StoredSession) => Promise<StoredSession | null>,
  ): Promise<StoredSession | null>;
  removeExpired(): Promise<void>;
}

export function createSessionStore(deps: {
  database: Pick<Database, 'inSystemTransaction'>;
  /** The first secret encrypts sessions. All of them decrypt sessions. */
  secrets: Secrets;
  now(): Date;
}): SessionStore {
  const { database, secrets, now } = deps;
  const hash = (id: string): Buffer => createHash('sha256').update(id).digest();
  const decrypt = (id: string, sealed: Buffer | null): StoredSession | null =>
    sealed === null ? null : (decryptSession(sealed, id, secrets) as StoredSession | null);
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.inSystemTransaction(work);

  return {
    save: (id, session, lifetimeMs) =>
      inTransaction((tx) =>
        saveSession(tx, {
          sessionHash: hash(id),
          sealed: encryptSession(session, id, secrets[0]),
          expiresAt: new Date(now().getTime() + lifetimeMs),
        }),
      ),
    find: async (id) => decrypt(id, await inTransaction((tx) => findSession(tx, hash(id), now()))),
    take: async (id) => decrypt(id, await inTransaction((tx) => takeSession(tx, hash(id), now()))),
    change: (id, change) =>
      inTransaction(async (tx) => {
        const stored = decrypt(id, await lockSession(tx, hash(id), now()));
        if (stored === null) return null;
        const changed = await change(stored);
        if (changed === null) await takeSession(tx, hash(id), now());
        else await updateSession(tx, hash(id), encryptSession(changed, id, secrets[0]));
        return changed;
      }),
    removeExpired: () => inTransaction((tx) => deleteExpiredSessions(tx, now())),
  };
}
