import type { Transaction } from '@loci/postgres';

/** Inserts or replaces. */
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

/** Changes what is in a session that is there, and leaves its expiry. */
export async function updateSession(tx: Transaction, sessionHash: Buffer, sealed: Buffer): Promise<void> {
  await tx.query('UPDATE sessions SET sealed = $2 WHERE session_hash = $1', [sessionHash, sealed]);
}

/** Null when it is unknown or has expired. */
export async function findSession(tx: Transaction, sessionHash: Buffer, now: Date): Promise<Buffer | null> {
  const [row] = await tx.query<{ sealed: Buffer }>(
    'SELECT sealed FROM sessions WHERE session_hash = $1 AND expires_at > $2',
    [sessionHash, now],
    'find-session',
  );
  return row?.sealed ?? null;
}

/** The same; nobody else changes it until the transaction ends. */
export async function lockSession(tx: Transaction, sessionHash: Buffer, now: Date): Promise<Buffer | null> {
  const [row] = await tx.query<{ sealed: Buffer }>(
    'SELECT sealed FROM sessions WHERE session_hash = $1 AND expires_at > $2 FOR UPDATE',
    [sessionHash, now],
    'lock-session',
  );
  return row?.sealed ?? null;
}

/** @returns what was in it, or null when it was gone: of two who take it, one gets it */
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
