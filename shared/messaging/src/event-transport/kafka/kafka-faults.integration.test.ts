import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  labelOf,
  labelOfMessage,
  labelRange,
  messageOf,
  openKafkaEnvironment,
  uniqueLabels,
  updateOf,
  waitUntil,
} from '../../../test/kafka-environment.fixture.ts';
import type { KafkaEnvironment } from '../../../test/kafka-environment.fixture.ts';
import { openKafkaProxy } from '../../../test/kafka-toxiproxy.fixture.ts';
import type { KafkaProxy } from '../../../test/kafka-toxiproxy.fixture.ts';
import type { Consumer } from '../event-transport.ts';
import type { OutboxRelay } from './outbox-relay.ts';

let environment: KafkaEnvironment;
let proxy: KafkaProxy;
beforeEach(async () => {
  proxy = await openKafkaProxy('kafka-outbox');
  environment = await openKafkaEnvironment();
});
afterEach(async () => {
  await proxy.heal();
  await environment.remove();
  await proxy.remove();
});

function recordingConsumer() {
  const seen: string[] = [];
  const consumer: Consumer = {
    group: 'g',
    topics: ['memory'],
    handle: async (events) => void seen.push(...events.map(labelOf)),
  };
  return { consumer, seen };
}

describe('event delivery through network faults', () => {
  /**
   * Appends events before, during and after each fault.
   * @returns the labels of the events that the consumer handled and of the events that Kafka stored
   */
  async function appendThroughFaults(
    relay: OutboxRelay,
    faults: { begin: () => Promise<void>; untilLogged: string }[],
  ) {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const { consumer, seen } = recordingConsumer();
    const transport = environment.openTransport({ relays: [relay] });
    transport.subscribe(consumer);
    relay.start();
    await transport.start();
    let revision = 0;
    const appendRevisions = async (count: number) => {
      for (let index = 0; index < count; index++) {
        revision++;
        await environment.append(...names.map((name) => updateOf(name, revision)));
      }
    };
    for (const { begin, untilLogged } of faults) {
      await appendRevisions(10);
      await waitUntil(async () => (await relay.lag()) === 0);
      const before = environment.logged.length;
      const appending = appendRevisions(20);
      await begin();
      await appending;
      await waitUntil(() =>
        environment.logged.slice(before).some((message) => message.includes(untilLogged)),
      );
      await appendRevisions(10);
      await proxy.heal();
    }
    await transport.drain();
    const stored = (await environment.messagesOf(`${environment.prefix}memory`)).map(labelOfMessage);
    return { names, seen, stored, revision };
  }

  test('stores every event once and in order while connections are cut and responses are lost', async () => {
    const cut = { begin: proxy.cut, untilLogged: 'kafkajs' };
    const dropResponses = { begin: proxy.dropResponses, untilLogged: 'kafkajs' };
    const relay = environment.openRelay({}, [proxy.address]);
    const faults = [cut, dropResponses, cut, dropResponses];
    const { names, seen, stored, revision } = await appendThroughFaults(relay, faults);
    for (const name of names) {
      expect(uniqueLabels(seen, name)).toEqual(labelRange(name, revision));
      expect(stored.filter((label) => label.startsWith(`${name}:`))).toEqual(labelRange(name, revision));
    }
  });

  test('publishes every event in order when the relay repeats batches after its retry timeout', async () => {
    const relay = environment.openRelay({ retryTimeoutMs: 0 }, [proxy.address]);
    const countStored = async (): Promise<number> => {
      const partitions = await environment.admin.fetchTopicOffsets(`${environment.prefix}memory`);
      return partitions.reduce((sum, { high }) => sum + Number(high), 0);
    };
    const loseAcknowledgment = async () => {
      const before = await countStored();
      await proxy.dropResponses();
      // Waits until Kafka has stored a batch whose acknowledgment is lost.
      await waitUntil(async () => (await countStored()) > before);
      await proxy.cut();
    };
    const untilLogged = 'Publishing the outbox failed';
    const { names, seen, stored, revision } = await appendThroughFaults(relay, [
      { begin: loseAcknowledgment, untilLogged },
      { begin: proxy.cut, untilLogged },
      { begin: loseAcknowledgment, untilLogged },
    ]);
    for (const name of names) {
      expect(uniqueLabels(seen, name)).toEqual(labelRange(name, revision));
      expect(uniqueLabels(stored, name)).toEqual(labelRange(name, revision));
    }
  });

  test('delivers events that were appended while Kafka was unavailable at startup', async () => {
    await proxy.cut();
    const relay = environment.openRelay({}, [proxy.address]);
    const { consumer, seen } = recordingConsumer();
    const transport = environment.openTransport({ relays: [relay] }, [proxy.address]);
    transport.subscribe(consumer);
    relay.start();
    await transport.start();
    await environment.append(updateOf('a', 1), updateOf('a', 2));
    expect(await relay.lag()).toBe(2);
    await expect(transport.lag()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await proxy.heal();
    await waitUntil(() => seen.length === 2);
    await transport.drain();
    expect(seen).toEqual(['a:1', 'a:2']);
  });

  test('closes the relay and the transport while Kafka is unavailable', async () => {
    const relay = environment.openRelay({}, [proxy.address]);
    const transport = environment.openTransport({ relays: [relay] }, [proxy.address]);
    transport.subscribe(recordingConsumer().consumer);
    relay.start();
    await transport.start();
    await proxy.cut();
    await environment.append(updateOf('a', 1));
    await waitUntil(() => environment.logged.some((message) => message.includes('kafkajs')));
    await Promise.all([relay.close(), transport.close()]);
    const healthy = environment.openRelay();
    expect(await healthy.lag()).toBe(1);
  });

  test('a member that returns after its session expired neither commits an offset nor handles a batch', async () => {
    const groupId = `${environment.prefix}g`;
    const topic = `${environment.prefix}memory`;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const batchesOfExpired: string[][] = [];
    const started = Promise.withResolvers<void>();
    const unblock = Promise.withResolvers<void>();
    const expired = environment.openTransport({ sessionTimeoutMs: 1_000 }, [proxy.address]);
    expired.subscribe({
      ...recordingConsumer().consumer,
      batchSize: 5,
      handle: async (events) => {
        batchesOfExpired.push(events.map(labelOf));
        started.resolve();
        await unblock.promise;
      },
    });
    await expired.start();
    const messagesFor = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((revision) =>
        names.map((name) => messageOf(updateOf(name, revision))),
      );
    await environment.produce(topic, messagesFor(1, 20));
    await started.promise;
    await proxy.cut();

    const { consumer, seen } = recordingConsumer();
    const successor = environment.openTransport({ sessionTimeoutMs: 6_000 });
    successor.subscribe(consumer);
    await successor.start();
    await waitUntil(() => new Set(seen).size === 120);
    await successor.drain();
    const fetchOffsets = async () => {
      const [entry] = await environment.admin.fetchOffsets({ groupId, topics: [topic] });
      return entry!.partitions.map(({ offset }) => Number(offset)).sort((a, b) => a - b);
    };
    const offsetsBefore = await fetchOffsets();
    await proxy.heal();
    unblock.resolve();
    await waitUntil(async () => {
      const { groups } = await environment.admin.describeGroups([groupId]);
      return groups[0]?.state === 'Stable' && groups[0].members.length === 2;
    });
    expect(batchesOfExpired).toHaveLength(1);
    expect(await fetchOffsets()).toEqual(offsetsBefore);

    await environment.produce(topic, messagesFor(21, 25));
    await successor.drain();
    const late = [...seen, ...batchesOfExpired.slice(1).flat()].filter(
      (label) => Number(label.split(':')[1]) > 20,
    );
    expect(late).toHaveLength(30);
    expect(new Set(late).size).toBe(30);
  });
});
