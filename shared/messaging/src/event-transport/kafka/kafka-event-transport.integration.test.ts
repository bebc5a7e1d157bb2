import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { unavailable } from '@loci/core';
import {
  labelOf,
  labelRange,
  messageOf,
  openKafkaEnvironment,
  uniqueLabels,
  updateOf,
  waitUntil,
} from '../../../test/kafka-environment.fixture.ts';
import type { KafkaEnvironment } from '../../../test/kafka-environment.fixture.ts';
import type { Consumer, EventTransport } from '../event-transport.ts';

let environment: KafkaEnvironment;
beforeEach(async () => {
  environment = await openKafkaEnvironment();
});
afterEach(() => environment.remove());

const memoryTopic = () => `${environment.prefix}memory`;
const deadLetterTopic = () => `${environment.prefix}memory.g.dlq`;

function recordingConsumer(group = 'g', topics: Consumer['topics'] = ['memory']) {
  const seen: string[] = [];
  const consumer: Consumer = {
    group,
    topics,
    handle: async (events) => void seen.push(...events.map(labelOf)),
  };
  return { consumer, seen };
}

const start = async (
  consumer: Consumer,
  options: Parameters<KafkaEnvironment['openTransport']>[0] = {},
): Promise<EventTransport> => {
  const transport = environment.openTransport(options);
  transport.subscribe(consumer);
  await transport.start();
  return transport;
};

describe('Kafka event transport', () => {
  test('a consumer that checks revisions reaches the final state despite repeated events', async () => {
    const held = new Map<string, number>();
    const steps: number[] = [];
    let deliveries = 0;
    const transport = await start({
      group: 'g',
      topics: ['memory'],
      handle: async (events) => {
        for (const event of events) {
          deliveries++;
          const before = held.get(event.aggregate_id) ?? 0;
          if (event.revision <= before) continue;
          steps.push(event.revision - before);
          held.set(event.aggregate_id, event.revision);
        }
      },
    });
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    const events = names.flatMap((name) =>
      Array.from({ length: 10 }, (_, index) => messageOf(updateOf(name, index + 1))),
    );
    // Simulates repeated publishing: the whole stream, a part of the stream, and the whole stream in reverse
    // order.
    await environment.produce(memoryTopic(), [...events, ...events.slice(50, 150), ...events.toReversed()]);
    await transport.drain();
    expect(deliveries).toBe(500);
    expect([...held.values()]).toEqual(names.map(() => 10));
    expect(Math.min(...steps)).toBeGreaterThan(0);
    expect(await transport.deadLetters()).toEqual([]);
  });

  test('moves a failed event and a message that is not an event to the dead-letter topic without changes', async () => {
    const { consumer, seen } = recordingConsumer();
    const reported: string[] = [];
    const transport = await start(
      {
        ...consumer,
        handle: async (events) => {
          if (events.some((event) => labelOf(event) === 'a:2')) throw new Error('The event is invalid.');
          await consumer.handle(events);
        },
      },
      { onDeadLetter: (group) => reported.push(group) },
    );
    const poison = messageOf(updateOf('a', 2));
    await environment.produce(memoryTopic(), [
      messageOf(updateOf('a', 1)),
      poison,
      messageOf(updateOf('a', 3)),
      { key: 'strange', value: 'not an event' },
      messageOf(updateOf('b', 1)),
    ]);
    await transport.drain();
    expect([...seen].sort()).toEqual(['a:1', 'a:3', 'b:1']);
    expect(reported).toEqual(['g', 'g']);
    const deadLetters = (await environment.messagesOf(deadLetterTopic())).map(({ key, value, headers }) => ({
      key: String(key),
      value: String(value),
      reason: String(headers?.['loci-reason']),
      group: String(headers?.['loci-group']),
      source: String(headers?.['loci-source']),
    }));
    expect(deadLetters.sort((a, b) => b.reason.localeCompare(a.reason))).toEqual([
      {
        key: 'strange',
        value: 'not an event',
        reason: 'The message is not an event.',
        group: 'g',
        source: expect.stringMatching(/memory\/\d\/\d+$/),
      },
      {
        ...poison,
        reason: 'The event is invalid.',
        group: 'g',
        source: expect.stringMatching(/memory\/\d\/\d+$/),
      },
    ]);
  });

  test('an interrupted replay resumes after the last replayed dead letter', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    let isValid = (_label: string): boolean => false;
    const handled: string[] = [];
    let unavailableAfter = 5;
    const consumer: Consumer = {
      group: 'g',
      topics: ['memory'],
      handle: async (events) => {
        for (const event of events) {
          if (!isValid(labelOf(event))) throw new Error(`invalid event ${labelOf(event)}`);
          if (handled.length === unavailableAfter) throw unavailable('The index');
          handled.push(labelOf(event));
        }
      },
    };
    const first = await start(consumer);
    await environment.produce(
      memoryTopic(),
      names.map((name) => messageOf(updateOf(name, 1))),
    );
    await first.drain();
    expect(await first.deadLetters()).toHaveLength(12);
    await first.close();

    isValid = (label) => label !== 'n3:1';
    const second = await start(consumer);
    await expect(second.replayDeadLetters('g')).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    expect(handled).toHaveLength(5);
    await second.close();

    unavailableAfter = -1;
    const third = await start(consumer);
    expect(await third.replayDeadLetters('g')).toBe(6);
    expect([...handled].sort()).toEqual(
      names
        .filter((name) => name !== 'n3')
        .map((name) => `${name}:1`)
        .sort(),
    );
    const left = await third.deadLetters();
    expect(left.map(({ reason, envelope }) => [reason, labelOf(envelope)])).toEqual([
      ['invalid event n3:1', 'n3:1'],
    ]);

    isValid = () => true;
    expect(await third.replayDeadLetters('g')).toBe(1);
    expect(await third.replayDeadLetters('g')).toBe(0);
    expect(await third.deadLetters()).toEqual([]);
    expect(handled).toHaveLength(12);
  });

  test('moves partitions to a new member during a batch without lost or repeated events', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const messages = Array.from({ length: 25 }, (_, index) => index + 1).flatMap((revision) =>
      names.map((name) => messageOf(updateOf(name, revision))),
    );
    const one = recordingConsumer();
    let calls = 0;
    const thirdCall = Promise.withResolvers<void>();
    const unblock = Promise.withResolvers<void>();
    const first = environment.openTransport({ sessionTimeoutMs: 2_000 });
    first.subscribe({
      ...one.consumer,
      batchSize: 10,
      handle: async (events) => {
        calls++;
        if (calls === 3) {
          thirdCall.resolve();
          await unblock.promise;
        }
        // The response to the next heartbeat reports the rebalance. The first member must still have events
        // then.
        if (calls >= 3) await new Promise((resolve) => setTimeout(resolve, 100));
        await one.consumer.handle(events);
      },
    });
    await first.start();
    await environment.produce(memoryTopic(), messages);
    await thirdCall.promise;
    const two = recordingConsumer();
    const second = environment.openTransport();
    second.subscribe(two.consumer);
    const starting = second.start();
    await waitUntil(async () => {
      const { groups } = await environment.admin.describeGroups([`${environment.prefix}g`]);
      return groups[0]?.state === 'PreparingRebalance';
    });
    unblock.resolve();
    await starting;
    await second.drain();
    expect(two.seen.length).toBeGreaterThan(0);
    const all = [...one.seen, ...two.seen];
    for (const name of names) expect(uniqueLabels(all, name)).toEqual(labelRange(name, 25));
    // If a partition had moved with uncommitted offsets, its events would be delivered again.
    expect(all).toHaveLength(300);
  });

  test('calls onFatal once, with the name of the group, for an error that is not retriable', async () => {
    const fatal: string[] = [];
    // Brokers reject a session timeout of 100 ms.
    await start(recordingConsumer().consumer, {
      sessionTimeoutMs: 100,
      onFatal: (error, group) => fatal.push(`${group}: ${error.message}`),
    });
    await waitUntil(() => fatal.length > 0);
    expect(fatal).toEqual([expect.stringMatching(/^g: .*session timeout/)]);
  });

  test('sets fewer than 100 timers in half a second while a member is idle', async () => {
    await start(recordingConsumer().consumer);
    const { setTimeout: original } = globalThis;
    let timers = 0;
    globalThis.setTimeout = Object.assign((...given: Parameters<typeof original>) => {
      timers++;
      return original(...given);
    }, original);
    try {
      await new Promise((resolve) => original(resolve, 500));
    } finally {
      globalThis.setTimeout = original;
    }
    // Without the patch, kafkajs sets a timer every millisecond for each connection.
    expect(timers).toBeLessThan(100);
  });
});
