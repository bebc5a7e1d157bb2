import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Consumer } from '../event-transport.ts';
import {
  change,
  firstsOf,
  labelOf,
  labelOfMessage,
  messageOf,
  openKafkaPlace,
  revisions,
  until,
} from '../../../test/kafka-environment.fixture.ts';
import type { KafkaPlace } from '../../../test/kafka-environment.fixture.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { openProxy } from '../../../test/toxiproxy.fixture.ts';
import type { Proxy } from '../../../test/toxiproxy.fixture.ts';

let place: KafkaPlace;
let proxy: Proxy;
beforeEach(async () => {
  proxy = await openProxy('kafka-outbox');
  place = await openKafkaPlace();
});
afterEach(async () => {
  await proxy.heal();
  await place.remove();
  await proxy.remove();
});

function recorder() {
  const seen: string[] = [];
  const consumer: Consumer = {
    group: 'g',
    topics: ['memory'],
    handle: async (events) => void seen.push(...events.map(labelOf)),
  };
  return { consumer, seen };
}

describe('Kafka behind a network that fails', () => {
  /** A stream that is written through cuts and lost answers, as Kafka has it and as a consumer was given it. */
  async function writeThroughFaults(
    relay: OutboxRelay,
    faults: { begin: () => Promise<void>; untilLogged: string }[],
  ) {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const { consumer, seen } = recorder();
    const transport = place.openTransport({ relays: [relay] });
    transport.subscribe(consumer);
    relay.start();
    await transport.start();
    let revision = 0;
    const write = async (times: number) => {
      for (let time = 0; time < times; time++) {
        revision++;
        await place.append(...names.map((name) => change(name, revision)));
      }
    };
    for (const { begin, untilLogged } of faults) {
      await write(10);
      await until(async () => (await relay.lag()) === 0);
      const before = place.logged.length;
      const writing = write(20);
      await begin();
      await writing;
      await until(() => place.logged.slice(before).some((message) => message.includes(untilLogged)));
      await write(10);
      await proxy.heal();
    }
    await transport.drain();
    const stored = (await place.messagesOf(`${place.prefix}memory`)).map(labelOfMessage);
    return { names, seen, stored, revision };
  }

  test('writes while the broker is cut off and while its answers are lost: all arrive, in order, stored once', async () => {
    const cut = { begin: proxy.cut, untilLogged: 'kafkajs' };
    const loseAnswers = { begin: proxy.loseAnswers, untilLogged: 'kafkajs' };
    const relay = place.openRelay({}, [proxy.address]);
    const faults = [cut, loseAnswers, cut, loseAnswers];
    const { names, seen, stored, revision } = await writeThroughFaults(relay, faults);
    for (const name of names) {
      expect(firstsOf(seen, name)).toEqual(revisions(name, revision));
      expect(stored.filter((label) => label.startsWith(`${name}:`))).toEqual(revisions(name, revision));
    }
  });

  test('a relay that gives up a batch begins it anew: all arrive, in order', async () => {
    const relay = place.openRelay({ patienceMs: 0 }, [proxy.address]);
    const end = async (): Promise<number> => {
      const partitions = await place.admin.fetchTopicOffsets(`${place.prefix}memory`);
      return partitions.reduce((sum, { high }) => sum + Number(high), 0);
    };
    const begin = async () => {
      const before = await end();
      await proxy.loseAnswers();
      // Stored, but nobody knows: the next batch is another.
      await until(async () => (await end()) > before);
      await proxy.cut();
    };
    const untilLogged = 'cannot be published';
    const { names, seen, stored, revision } = await writeThroughFaults(relay, [
      { begin, untilLogged },
      { begin: proxy.cut, untilLogged },
      { begin, untilLogged },
    ]);
    for (const name of names) {
      expect(firstsOf(seen, name)).toEqual(revisions(name, revision));
      expect(firstsOf(stored, name)).toEqual(revisions(name, revision));
    }
  });

  test('Kafka is down at the start: writes go on, and everything follows when it comes', async () => {
    await proxy.cut();
    const relay = place.openRelay({}, [proxy.address]);
    const { consumer, seen } = recorder();
    const transport = place.openTransport({ relays: [relay] }, [proxy.address]);
    transport.subscribe(consumer);
    relay.start();
    await transport.start();
    await place.append(change('a', 1), change('a', 2));
    expect(await relay.lag()).toBe(2);
    await expect(transport.lag()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await proxy.heal();
    await until(() => seen.length === 2);
    await transport.drain();
    expect(seen).toEqual(['a:1', 'a:2']);
  });

  test('everything closes while Kafka is down', async () => {
    const relay = place.openRelay({}, [proxy.address]);
    const transport = place.openTransport({ relays: [relay] }, [proxy.address]);
    transport.subscribe(recorder().consumer);
    relay.start();
    await transport.start();
    await proxy.cut();
    await place.append(change('a', 1));
    await until(() => place.logged.some((message) => message.includes('kafkajs')));
    await Promise.all([relay.close(), transport.close()]);
    const healthy = place.openRelay();
    expect(await healthy.lag()).toBe(1);
  });

  test('a member that was given up comes back: it stores no position, and does no more than it had begun', async () => {
    const groupId = `${place.prefix}g`;
    const topic = `${place.prefix}memory`;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const old: string[][] = [];
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let wakeUp: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wakeUp = resolve));
    const zombie = place.openTransport({ sessionTimeoutMs: 1_000 }, [proxy.address]);
    zombie.subscribe({
      ...recorder().consumer,
      batchSize: 5,
      handle: async (events) => {
        old.push(events.map(labelOf));
        begin();
        await asleep;
      },
    });
    await zombie.start();
    const stream = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((revision) =>
        names.map((name) => messageOf(change(name, revision))),
      );
    await place.produce(topic, stream(1, 20));
    await begun;
    await proxy.cut();

    const { consumer, seen } = recorder();
    const heir = place.openTransport({ sessionTimeoutMs: 6_000 });
    heir.subscribe(consumer);
    await heir.start();
    await until(() => new Set(seen).size === 120);
    await heir.drain();
    const positions = async () => {
      const [entry] = await place.admin.fetchOffsets({ groupId, topics: [topic] });
      return entry!.partitions.map(({ offset }) => Number(offset)).sort((a, b) => a - b);
    };
    const reached = await positions();
    await proxy.heal();
    wakeUp();
    await until(async () => {
      const { groups } = await place.admin.describeGroups([groupId]);
      return groups[0]?.state === 'Stable' && groups[0].members.length === 2;
    });
    expect(old).toHaveLength(1);
    expect(await positions()).toEqual(reached);

    await place.produce(topic, stream(21, 25));
    await heir.drain();
    const late = [...seen, ...old.slice(1).flat()].filter((label) => Number(label.split(':')[1]) > 20);
    expect(late).toHaveLength(30);
    expect(new Set(late).size).toBe(30);
  });
});
