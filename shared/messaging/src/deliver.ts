import { retry } from '@loci/async';
import { isAppError, runInRequestScope } from '@loci/core';
import type { EventEnvelope } from '@loci/events';
import { isTransientError } from '@loci/postgres';
import type { Consumer } from './event-transport/event-transport.ts';
import { handleInSpan } from './handle-in-span.ts';
import type { HandleOptions } from './handle-in-span.ts';

/** An event that failed all attempts. */
export interface FailedEvent {
  envelope: EventEnvelope;
  /** Message of the last error. */
  reason: string;
}

/** The subset of the process logger that the transports use. */
export interface TransportLogger {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface DeliverOptions extends HandleOptions {
  log: TransportLogger;
  /** Aborting this signal stops the delivery. */
  stopping: AbortSignal;
}

const ATTEMPTS_PER_EVENT = 3;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;

/** True if a dependency of the consumer is unavailable. A later retry can succeed. */
export const isUnavailableError = (error: unknown): boolean =>
  (isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE') || isTransientError(error);

/**
 * Delivers a batch to a consumer. Unavailability errors are retried without limit. If the batch fails with another error,
 * its events are delivered one by one, in order, with three attempts each.
 *
 * @returns the events that failed all attempts, or `stopped` if `stopping` was aborted before all events were handled
 */
export async function deliver(
  consumer: Consumer,
  events: readonly EventEnvelope[],
  options: DeliverOptions,
): Promise<FailedEvent[] | 'stopped'> {
  const batchOutcome = await attempt(consumer, events, 1, options);
  if (batchOutcome === 'handled') return [];
  if (batchOutcome === 'stopped') return 'stopped';
  const failed: FailedEvent[] = [];
  for (const envelope of events) {
    const outcome = await attempt(consumer, [envelope], ATTEMPTS_PER_EVENT, options);
    if (outcome === 'stopped') return 'stopped';
    if (outcome === 'handled') continue;
    options.log.error(
      { err: outcome.error, group: consumer.group, event_id: envelope.event_id, type: envelope.type },
      'Event failed, moving it to the dead-letter queue',
    );
    failed.push({ envelope, reason: messageOf(outcome.error) });
  }
  return failed;
}

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);

/**
 * Passes events to the consumer. Retries without limit while a dependency is unavailable. Other errors count
 * as failed attempts.
 */
async function attempt(
  consumer: Consumer,
  events: readonly EventEnvelope[],
  attempts: number,
  options: DeliverOptions,
): Promise<'handled' | 'stopped' | { error: unknown }> {
  const { log, stopping } = options;
  let failures = 0;
  try {
    // A request can wake a consumer. Without its own scope, the consumer could run with the actor of that request.
    await retry(() => runInRequestScope(null, () => handleInSpan(consumer, events, options)), {
      firstDelayMs: FIRST_DELAY_MS,
      maxDelayMs: MAX_DELAY_MS,
      signal: stopping,
      shouldRetry: (error) => isUnavailableError(error) || ++failures < attempts,
      onRetry: (error, delayMs) => {
        if (!isUnavailableError(error)) return;
        log.warn(
          { err: error, group: consumer.group, wait_ms: delayMs },
          'Dependency of a consumer group is unavailable, retrying',
        );
      },
    });
    return 'handled';
  } catch (error) {
    return stopping.aborted ? 'stopped' : { error };
  }
}
