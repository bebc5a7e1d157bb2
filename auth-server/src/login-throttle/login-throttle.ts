import { clientNetwork } from '@loci/http';
import type { Database } from '@loci/postgres';
import { countAttempt, refundAttempt } from './attempt-counter.repository.ts';

export interface AttemptLimit {
  purpose: 'sign-in' | 'device-code' | 'registration';
  max: number;
  windowMs: number;
}

export interface Attempt {
  allowed: boolean;
  retryAfterSeconds: number;
  /** An attempt that turned out to be honest does not count. */
  refund(): Promise<void>;
}

export interface ThrottleDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Counts an attempt from a network address before it is made, in the database: so parallel guesses, at whichever
 * replica, are all counted.
 */
export async function throttleAttempt(
  { database, now }: ThrottleDeps,
  { purpose, max, windowMs }: AttemptLimit,
  address: string,
): Promise<Attempt> {
  const nowMs = now().getTime();
  const windowStart = new Date(nowMs - (nowMs % windowMs));
  const counter = `${purpose}:${clientNetwork(address)}`;
  const attempts = await database.inSystemTransaction((tx) => countAttempt(tx, counter, windowStart));
  return {
    allowed: attempts <= max,
    retryAfterSeconds: Math.ceil((windowStart.getTime() + windowMs - nowMs) / 1000),
    refund: () => database.inSystemTransaction((tx) => refundAttempt(tx, counter, windowStart)),
  };
}
