import type { Transaction } from '@loci/postgres';

/** Counts an attempt, atomically. @returns the attempts of this window, including this one */
export async function countAttempt(tx: Transaction, counter: string, windowStart: Date): Promise<number> {
  const [row] = await tx.query<{ attempts: number }>(
    `INSERT INTO attempt_counters AS c (counter, window_start, attempts) VALUES ($1, $2, 1)
     ON CONFLICT (counter, window_start) DO UPDATE SET attempts = c.attempts + 1 RETURNING attempts`,
    [counter, windowStart],
    'count-attempt',
  );
  return row!.attempts;
}

/** Subtracts an attempt that {@link countAttempt} has counted. */
export async function refundAttempt(tx: Transaction, counter: string, windowStart: Date): Promise<void> {
  await tx.query(
    'UPDATE attempt_counters SET attempts = attempts - 1 WHERE counter = $1 AND window_start = $2',
    [counter, windowStart],
  );
}

export async function deleteOldCounters(tx: Transaction, before: Date): Promise<void> {
  await tx.query('DELETE FROM attempt_counters WHERE window_start < $1', [before]);
}
