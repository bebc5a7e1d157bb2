import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@loci/postgres';
import type { KafkaLooks } from './kafka.ts';
import { waitingInOutboxes } from './truth.ts';

const LOOK_MS = 200;

/**
 * Resolves when nothing waits in any outbox or for any consumer group, and nothing was published while this was
 * found out: what follows from an event is in an outbox before the event counts as handled.
 *
 * @throws Error saying what still waits after `withinMs`
 */
export async function waitUntilDrained(kafka: KafkaLooks, truth: Database, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  let waits = 'nobody could be asked';
  while (performance.now() < deadline) {
    try {
      const before = await kafka.look();
      const inOutboxes = await waitingInOutboxes(truth);
      const after = await kafka.look();
      const behind = { ...before.waiting, ...after.waiting };
      if (inOutboxes === 0 && Object.keys(behind).length === 0 && before.end === after.end) return;
      waits = `${inOutboxes} events in outboxes, ${JSON.stringify(behind)} for groups`;
    } catch (error) {
      waits = String(error);
    }
    await delay(LOOK_MS);
  }
  throw new Error(`not drained after ${Math.round(withinMs / 1000)} s: ${waits}`);
}
