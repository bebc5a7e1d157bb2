import { setTimeout as delay } from 'node:timers/promises';
import { isAppError } from '@loci/core';
import type { EventEnvelope } from '@loci/events';
import { isTransientError } from '@loci/postgres';
import type { Consumer } from './event-transport/event-transport.ts';

export interface FailedEvent {
  envelope: EventEnvelope;
  reason: string;
}

export interface EventLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface DeliverOptions {
  log: EventLog;
  /** Aborted when the transport closes. */
  stopping: AbortSignal;
}

const ATTEMPTS_OF_ONE_EVENT = 3;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** True for what passes by itself: events wait for it, however long it takes. */
export const isStoreDown = (error: unknown): boolean =>
  (isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE') || isTransientError(error);

/** Resolves after `ms`, or at once when the transport closes. */
export const pause = (ms: number, stopping: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal: stopping }).catch(() => undefined);

/**
 * Hands a batch to a consumer until it is handled. A store that is down only costs time. A batch that fails
 * otherwise is handled event by event, and an event that fails every attempt is given back as poison.
 *
 * @returns the poison events, or `stopped` when the transport closed before the batch was handled
 */
export async function deliver(
  consumer: Consumer,
  events: readonly EventEnvelope[],
  options: DeliverOptions,
): Promise<FailedEvent[] | 'stopped'> {
  const failed: FailedEvent[] = [];
  const whole = await attempt(consumer, events, 1, options);
  if (whole === 'handled') return failed;
  if (whole === 'stopped') return 'stopped';
  for (const envelope of events) {
    const outcome = await attempt(consumer, [envelope], ATTEMPTS_OF_ONE_EVENT, options);
    if (outcome === 'stopped') return 'stopped';
    if (outcome === 'handled') continue;
    options.log.error(
      { err: outcome.error, group: consumer.group, event_id: envelope.event_id, type: envelope.type },
      'an event cannot be handled and goes to the dead letters',
    );
    failed.push({ envelope, reason: describe(outcome.error) });
  }
  return failed;
}

const describe = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);

async function attempt(
  consumer: Consumer,
  events: readonly EventEnvelope[],
  attempts: number,
  { log, stopping }: DeliverOptions,
): Promise<'handled' | 'stopped' | { error: unknown }> {
  let waitMs = FIRST_WAIT_MS;
  let left = attempts;
  while (!stopping.aborted) {
    try {
      await consumer.handle(events);
      return 'handled';
    } catch (error) {
      if (isStoreDown(error)) {
        log.warn({ err: error, group: consumer.group, wait_ms: waitMs }, 'a store is down; events wait');
      } else if (--left === 0) {
        return { error };
      }
      await pause(waitMs, stopping);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }
  return 'stopped';
}
