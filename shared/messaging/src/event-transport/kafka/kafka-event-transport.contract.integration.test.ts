import { randomBytes } from 'node:crypto';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import { integrationEngines } from '@loci/testing/integration-engines';
import { removeFromKafka } from '../../../test/remove-from-kafka.fixture.ts';
import { createOutbox } from '../../outbox.ts';
import { describeEventTransportContract } from '../event-transport.contract.ts';
import { createKafkaEventTransport } from './kafka-event-transport.ts';
import { createOutboxRelay } from './outbox-relay.ts';

const PRODUCER_MIGRATIONS = new URL('../../../test/producer-migrations/', import.meta.url);
const silentLog = { warn: () => undefined, error: () => undefined };

describeEventTransportContract(async () => {
  const { brokers } = integrationEngines().kafka;
  const kafka = { brokers, topicPrefix: `contract-${randomBytes(6).toString('hex')}.` };
  const topics = { partitions: 3, replicationFactor: 1 };
  const testDatabase = await createTestDatabase({ producer: PRODUCER_MIGRATIONS });
  const producer = testDatabase.open('producer');
  let polls = 0;
  const countingDatabase: Database = {
    ...producer,
    inSystemTransaction: async (work) => {
      const result = await producer.inSystemTransaction(work);
      polls++;
      return result;
    },
  };
  const outbox = createOutbox({ onCommitted: () => undefined });
  return {
    open: (upcast) => {
      const relay = createOutboxRelay({
        kafka,
        topics,
        owner: 'producer',
        published: ['memory', 'contradiction'],
        database: countingDatabase,
        log: silentLog,
        lingerMs: 1,
        pollMs: 2,
      });
      const transport = createKafkaEventTransport({
        kafka,
        topics,
        name: 'contract',
        published: ['memory', 'contradiction'],
        database: producer,
        log: silentLog,
        onFatal: (error) => {
          throw error;
        },
        relays: [relay],
        upcast,
      });
      return {
        ...transport,
        start: async () => {
          relay.start();
          await transport.start();
        },
        close: async () => {
          await Promise.all([relay.close(), transport.close()]);
        },
      };
    },
    inTransaction: (work) =>
      producer.inSystemTransaction((tx) => work((...appended) => outbox.append(tx, ...appended))),
    polled: async () => {
      const before = polls;
      while (polls < before + 2) await new Promise((resolve) => setImmediate(resolve));
    },
    remove: async () => {
      await removeFromKafka(brokers, kafka.topicPrefix);
      await testDatabase.close();
    },
  };
});
