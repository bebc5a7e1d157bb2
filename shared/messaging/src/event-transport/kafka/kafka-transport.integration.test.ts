import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { unavailable } from '@loci/core';
import type { Consumer } from '../event-transport.ts';
import {
  change,
  firstsOf,
  labelOf,
  messageOf,
  openKafkaPlace,
  revisions,
  until,
} from '../../../test/kafka-environment.fixture.ts';
import type { KafkaPlace } from '../../../test/kafka-environment.fixture.ts';

let place: KafkaPlace;
beforeEach(async () => {
  place = await openKafkaPlace();
});
afterEach(() => place.remove());

const memoryTopic = () => `${place.prefix}memory`;
const letterTopic = () => `${place.prefix}memory.g.dlq`;

function recorder(group = 'g', topics: Consumer['topics'] = ['memory']) {
  const seen: string[] = [];
  const consumer: Consumer = {
    group,
    topics,
    handle: async (events) => void seen.push(...events.map(labelOf)),
  };
  return { consumer, seen };
}

const start = async (consumer: Consumer, options: Parameters<KafkaPlace['openTransport']>[0] = {}) => {
  const transport = place.openTransport(options);
  transport.subscribe(consumer);
  await transport.start();
  return transport;
};

describe('consumer groups on Kafka', () => {
  test('a duplicated and reordered stream does no harm to a consumer that looks at revisions', async () => {
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
      Array.from({ length: 10 }, (_, index) => messageOf(change(name, index + 1))),
    );
    // As after two takeovers: the whole stream, an older part of it again, and all of it backwards.
    await place.produce(memoryTopic(), [...events, ...events.slice(50, 150), ...events.toReversed()]);
    await transport.drain();
    expect(deliveries).toBe(500);
    expect([...held.values()]).toEqual(names.map(() => 10));
    expect(Math.min(...steps)).toBeGreaterThan(0);
    expect(await transport.deadLetters()).toEqual([]);
  });

  test('a poison event goes to the dead-letter topic as it came, with its reason, and the rest goes on', async () => {
    const { consumer, seen } = recorder();
    const told: string[] = [];
    const transport = await start(
      {
        ...consumer,
        handle: async (events) => {
          if (events.some((event) => labelOf(event) === 'a:2')) throw new Error('indigestible');
          await consumer.handle(events);
        },
      },
      { onDeadLetter: (group) => told.push(group) },
    );
    const poison = messageOf(change('a', 2));
    await place.produce(memoryTopic(), [
      messageOf(change('a', 1)),
      poison,
      messageOf(change('a', 3)),
      { key: 'strange', value: 'no event at all' },
      messageOf(change('b', 1)),
    ]);
    await transport.drain();
    expect([...seen].sort()).toEqual(['a:1', 'a:3', 'b:1']);
    expect(told).toEqual(['g', 'g']);
    const letters = (await place.messagesOf(letterTopic())).map(({ key, value, headers }) => ({
      key: String(key),
      value: String(value),
      reason: String(headers?.['loci-reason']),
      group: String(headers?.['loci-group']),
      source: String(headers?.['loci-source']),
    }));
    expect(letters.sort((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { ...poison, reason: 'indigestible', group: 'g', source: expect.stringMatching(/memory\/\d\/\d+$/) },
      {
        key: 'strange',
        value: 'no event at all',
        reason: 'The bytes are no event.',
        group: 'g',
        source: expect.stringMatching(/memory\/\d\/\d+$/),
      },
    ]);
  });

  test('a full replay handles each dead letter once, also when it is cut short, and keeps what fails again', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    let digestible = (_label: string): boolean => false;
    const handled: string[] = [];
    let storeDownAt = 5;
    const consumer: Consumer = {
      group: 'g',
      topics: ['memory'],
      handle: async (events) => {
        for (const event of events) {
          if (!digestible(labelOf(event))) throw new Error(`no taste for ${labelOf(event)}`);
          if (handled.length === storeDownAt) throw unavailable('The index');
          handled.push(labelOf(event));
        }
      },
    };
    const first = await start(consumer);
    await place.produce(
      memoryTopic(),
      names.map((name) => messageOf(change(name, 1))),
    );
    await first.drain();
    expect(await first.deadLetters()).toHaveLength(12);
    await first.close();

    digestible = (label) => label !== 'n3:1';
    const second = await start(consumer);
    await expect(second.replayDeadLetters('g')).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    expect(handled).toHaveLength(5);
    await second.close();

    storeDownAt = -1;
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
      ['no taste for n3:1', 'n3:1'],
    ]);

    digestible = () => true;
    expect(await third.replayDeadLetters('g')).toBe(1);
    expect(await third.replayDeadLetters('g')).toBe(0);
    expect(await third.deadLetters()).toEqual([]);
    expect(handled).toHaveLength(12);
  });

  test('a second member that joins in the middle of a batch: nothing is lost, nothing skipped', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const messages = revisions('', 25).flatMap((_, index) =>
      names.map((name) => messageOf(change(name, index + 1))),
    );
    const one = recorder();
    let calls = 0;
    let reachMiddle: () => void = () => undefined;
    const middle = new Promise<void>((resolve) => (reachMiddle = resolve));
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const first = place.openTransport({ sessionTimeoutMs: 2_000 });
    first.subscribe({
      ...one.consumer,
      batchSize: 10,
      handle: async (events) => {
        calls++;
        if (calls === 3) {
          reachMiddle();
          await gate;
        }
        // A member hears of the newcomer with its next heartbeat; it must not be through by then.
        if (calls >= 3) await new Promise((resolve) => setTimeout(resolve, 100));
        await one.consumer.handle(events);
      },
    });
    await first.start();
    await place.produce(memoryTopic(), messages);
    await middle;
    const two = recorder();
    const second = place.openTransport();
    second.subscribe(two.consumer);
    const starting = second.start();
    await until(async () => {
      const { groups } = await place.admin.describeGroups([`${place.prefix}g`]);
      return groups[0]?.state === 'PreparingRebalance';
    });
    goOn();
    await starting;
    await second.drain();
    expect(two.seen.length).toBeGreaterThan(0);
    const all = [...one.seen, ...two.seen];
    for (const name of names) expect(firstsOf(all, name)).toEqual(revisions(name, 25));
    // Each partition changed hands at a stored position.
    expect(all).toHaveLength(300);
  });

  test('an error that no waiting mends is reported once, with its group', async () => {
    const fatal: string[] = [];
    // Shorter than any broker allows.
    await start(recorder().consumer, {
      sessionTimeoutMs: 100,
      onFatal: (error, group) => fatal.push(`${group}: ${error.message}`),
    });
    await until(() => fatal.length > 0);
    expect(fatal).toEqual([expect.stringMatching(/^g: .*session timeout/)]);
  });

  test('an idle member sets few timers', async () => {
    await start(recorder().consumer);
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
    // kafkajs as it comes sets one each millisecond, for every connection.
    expect(timers).toBeLessThan(100);
  });
});
