import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@loci/postgres';
import type { KafkaMonitor } from './kafka-monitor.ts';
import { countPendingEvents } from './stored-state.ts';

const POLL_INTERVAL_MS = 200;

/**
 * Waits until all outboxes are empty and no consumer group has lag. Also requires that no event was published
 * between two reads of Kafka, because a consumer writes follow-up events to its outbox before it commits its
 * offset.
 *
 * @throws Error with the remaining events after `timeoutMs`
 */
export async function waitUntilDrained(
  kafka: KafkaMonitor,
  database: Database,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let pending = 'no store responded';
  while (performance.now() < deadline) {
    try {
      const before = await kafka.readState();
      const inOutboxes = await countPendingEvents(database);
      const after = await kafka.readState();
      const behind = { ...before.lag, ...after.lag };
      if (inOutboxes === 0 && Object.keys(behind).length === 0 && before.endOffset === after.endOffset)
        return;
      pending = `${inOutboxes} events in outboxes, lag ${JSON.stringify(behind)}`;
    } catch (error) {
      pending = String(error);
    }
    await delay(POLL_INTERVAL_MS);
  }
  throw new Error(`Events were not processed within ${Math.round(timeoutMs / 1000)} s: ${pending}`);
}
