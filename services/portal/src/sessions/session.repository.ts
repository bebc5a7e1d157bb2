import type { Transaction } from '@loci/postgres';

/** Inserts a session, or replaces the one with the same hash. */
export async function saveSession(
  tx: Transaction,
  row: { sessionHash: Buffer; sealed: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO sessions (session_hash, sealed, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT (session_hash) DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at`,
    [row.sessionHash, row.sealed, row.expiresAt],
    'save-session',
  );
}

/** Replaces the content of an existing session and keeps its expiry. */
export async function updateSession(tx: Transaction, sessionHash: Buffer, sealed: Buffer): Promise<void> {
  await tx.query('UPDATE sessions SET sealed = $2 WHERE session_hash = $1', [sessionHash, sealed]);
}

/** Returns the encrypted session, or null if the hash is unknown or the session has expired. */
export async function findSession(tx: Transaction, sessionHash: Buffer, now: Date): Promise<Buffer | null> {
  const [row] = await tx.query<{ sealed: Buffer }>(
    'SELECT sealed FROM sessions WHERE session_hash = $1 AND expires_at > $2',
    [sessionHash, now],
    'find-session',
  );
  return row?.sealed ?? null;
}

/** Returns the encrypted session as {@link findSession} does, and locks its row until the transaction ends. */
export async function lockSession(tx: Transaction, sessionHash: Buffer, now: Date): Promise<Buffer | null> {
  const [row] = await tx.query<{ sealed: Buffer }>(
    'SELECT sealed FROM sessions WHERE session_hash = $1 AND expires_at > $2 FOR UPDATE',
    [sessionHash, now],
    'lock-session',
  );
  return row?.sealed ?? null;
}

/**
 * Deletes a session and returns it. Exactly one of several concurrent calls returns the session. The others
 * return null.
 */
export async function takeSession(tx: Transaction, sessionHash: Buffer, now: Date): Promise<Buffer | null> {
  const [row] = await tx.query<{ sealed: Buffer }>(
    'DELETE FROM sessions WHERE session_hash = $1 AND expires_at > $2 RETURNING sealed',
    [sessionHash, now],
  );
  return row?.sealed ?? null;
}

export async function deleteExpiredSessions(tx: Transaction, now: Date): Promise<void> {
  await tx.query('DELETE FROM sessions WHERE expires_at <= $1', [now]);
}
