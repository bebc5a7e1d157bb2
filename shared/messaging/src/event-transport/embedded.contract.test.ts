import { createTestDatabase } from '@loci/testing';
import type { Database } from '@loci/postgres';
import { EVENTS_MIGRATIONS } from '../migrations.ts';
import { createOutbox } from '../outbox.ts';
import { createEmbeddedTransport } from './embedded.ts';
import { describeEventTransportContract } from './event-transport.contract.ts';

const PRODUCER = new URL('./fixture-migrations/', import.meta.url);
const quiet = { warn: () => undefined, error: () => undefined };

describeEventTransportContract(async () => {
  const place = await createTestDatabase({ producer: PRODUCER, events: EVENTS_MIGRATIONS });
  const producer = place.open('producer');
  const events = place.open('events');
  let looks = 0;
  const counted: Database = {
    ...events,
    inSystemTransaction: async (work) => {
      const result = await events.inSystemTransaction(work);
      looks++;
      return result;
    },
  };
  const outbox = createOutbox({ onCommitted: () => undefined });
  return {
    open: () =>
      createEmbeddedTransport({
        database: counted,
        owners: { memory: 'producer', contradiction: 'producer' },
        log: quiet,
        gatherMs: 1,
        pollMs: 2,
      }),
    inTransaction: (work) =>
      producer.inSystemTransaction((tx) => work((...appended) => outbox.append(tx, ...appended))),
    looked: async () => {
      const before = looks;
      while (looks < before + 2) await new Promise((resolve) => setImmediate(resolve));
    },
    remove: () => place.close(),
  };
});
