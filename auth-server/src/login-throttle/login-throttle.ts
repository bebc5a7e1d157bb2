import { clientNetwork } from '@loci/http';
import type { Database } from '@loci/postgres';
import { countAttempt, refundAttempt } from './attempt-counter.repository.ts';

export interface AttemptLimit {
  purpose: 'sign-in' | 'device-code' | 'registration' | 'client-metadata';
  /** Maximum attempts per window and client network. */
  max: number;
  windowMs: number;
}

export interface Attempt {
  allowed: boolean;
  /** Seconds until the window ends. */
  retryAfterSeconds: number;
  /** Subtracts this attempt from the counter, for example after a successful sign-in. */
  refund(): Promise<void>;
}

export interface ThrottleDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Counts an attempt of a client network. Call it before the attempt. The counter is in the database, so
 * parallel attempts at all replicas are counted.
 *
 * @param address IP address of the client; IPv6 addresses of one /64 network share a counter
 * @see docs/security-model.md#threat-24-rate-limit-bypass
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
