import { clientNetwork } from '@loci/http';
import type { Database } from '@loci/postgres';
import { countAttempt, uncountAttempt } from './attempt-counter.repository.ts';

export interface AttemptLimit {
  purpose: 'sign-in' | 'device-code' | 'registration' | 'welcome';
  max: number;
  windowMs: number;
}

export interface Attempt {
  allowed: boolean;
  retryAfterSeconds: number;
  /** An attempt that turned out to be honest does not count. */
  forgive(): Promise<void>;
}

export interface LimitAttemptsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Counts an attempt from a network address before it is made, in the database: so parallel guesses, at whichever
 * replica, are all counted.
 */
export async function limitAttempts(
  { database, now }: LimitAttemptsDeps,
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
    forgive: () => database.inSystemTransaction((tx) => uncountAttempt(tx, counter, windowStart)),
  };
}
