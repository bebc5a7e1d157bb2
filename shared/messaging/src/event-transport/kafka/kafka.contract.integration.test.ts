import { randomBytes } from 'node:crypto';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import { realServers } from '@loci/testing/integration-engines';
import { createOutbox } from '../../outbox.ts';
import { describeEventTransportContract } from '../event-transport.contract.ts';
import { createKafkaTransport } from './kafka-transport.ts';
import { createOutboxRelay } from './outbox-relay.ts';
import { removeFromKafka } from '../../../test/remove-from-kafka.fixture.ts';

const PRODUCER = new URL('../fixture-migrations/', import.meta.url);
const quiet = { warn: () => undefined, error: () => undefined };

describeEventTransportContract(async () => {
  const { brokers } = realServers().kafka;
  const kafka = { brokers, topicPrefix: `contract-${randomBytes(6).toString('hex')}.` };
  const topics = { partitions: 3, replicationFactor: 1 };
  const place = await createTestDatabase({ producer: PRODUCER });
  const producer = place.open('producer');
  let looks = 0;
  const counted: Database = {
    ...producer,
    inSystemTransaction: async (work) => {
      const result = await producer.inSystemTransaction(work);
      looks++;
      return result;
    },
  };
  const outbox = createOutbox({ onCommitted: () => undefined });
  return {
    open: () => {
      const relay = createOutboxRelay({
        kafka,
        topics,
        owner: 'producer',
        database: counted,
        log: quiet,
        gatherMs: 1,
        pollMs: 2,
      });
      const transport = createKafkaTransport({
        kafka,
        topics,
        name: 'contract',
        published: ['memory', 'contradiction'],
        log: quiet,
        onFatal: (error) => {
          throw error;
        },
        relays: [relay],
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
    looked: async () => {
      const before = looks;
      while (looks < before + 2) await new Promise((resolve) => setImmediate(resolve));
    },
    remove: async () => {
      await removeFromKafka(brokers, kafka.topicPrefix);
      await place.close();
    },
  };
});
