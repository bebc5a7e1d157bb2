import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import { EVENTS_MIGRATIONS } from '../../migrations.ts';
import { createOutbox } from '../../outbox.ts';
import { describeEventTransportContract } from '../event-transport.contract.ts';
import { createEmbeddedEventTransport } from './embedded-event-transport.ts';

const PRODUCER_MIGRATIONS = new URL('../../../test/producer-migrations/', import.meta.url);
const silentLog = { warn: () => undefined, error: () => undefined };

describeEventTransportContract(async () => {
  const testDatabase = await createTestDatabase({
    producer: PRODUCER_MIGRATIONS,
    events: EVENTS_MIGRATIONS,
  });
  const producer = testDatabase.open('producer');
  const events = testDatabase.open('events');
  let polls = 0;
  const countingDatabase: Database = {
    ...events,
    inSystemTransaction: async (work) => {
      const result = await events.inSystemTransaction(work);
      polls++;
      return result;
    },
  };
  const outbox = createOutbox({ onCommitted: () => undefined });
  return {
    open: (upcast) =>
      createEmbeddedEventTransport({
        database: countingDatabase,
        owners: { memory: 'producer', contradiction: 'producer' },
        log: silentLog,
        lingerMs: 1,
        pollMs: 2,
        upcast,
      }),
    inTransaction: (work) =>
      producer.inSystemTransaction((tx) => work((...appended) => outbox.append(tx, ...appended))),
    polled: async () => {
      const before = polls;
      while (polls < before + 2) await new Promise((resolve) => setImmediate(resolve));
    },
    remove: () => testDatabase.close(),
  };
});
