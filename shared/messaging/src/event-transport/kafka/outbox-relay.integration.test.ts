import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { realServers } from '@loci/testing/integration-engines';
import {
  change,
  firstsOf,
  labelOf,
  labelOfMessage,
  openKafkaPlace,
  revisions,
  until,
} from '../../../test/kafka-environment.fixture.ts';
import type { KafkaPlace } from '../../../test/kafka-environment.fixture.ts';
import type { RelayProcessOptions } from '../../../test/relay-process.fixture.ts';

let place: KafkaPlace;
let children: ChildProcess[];
beforeEach(async () => {
  children = [];
  place = await openKafkaPlace();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await place.remove();
});

const memoryTopic = () => `${place.prefix}memory`;
const published = async () => (await place.messagesOf(memoryTopic())).map(labelOfMessage);

/** A relay in a process of its own, which can be killed. */
async function spawnRelay(): Promise<ChildProcess> {
  const { host, port, database } = place.postgres.admin;
  const options: RelayProcessOptions = {
    brokers: realServers().kafka.brokers,
    topicPrefix: place.prefix,
    postgres: { host, port, database },
  };
  const child = fork(
    new URL('../../../test/relay-process.fixture.ts', import.meta.url),
    [JSON.stringify(options)],
    {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    },
  );
  children.push(child);
  await once(child, 'message');
  return child;
}

describe('the outbox relay', () => {
  test('events are published under their key, in order, and then removed', async () => {
    const relay = place.openRelay();
    for (let revision = 1; revision <= 10; revision++) {
      await place.append(change('a', revision), change('b', revision, 'contradiction'));
    }
    expect(await relay.lag()).toBe(20);
    relay.start();
    await until(async () => (await relay.lag()) === 0);
    const memories = await place.messagesOf(memoryTopic());
    const contradictions = await place.messagesOf(`${place.prefix}contradiction`);
    expect(memories.map(labelOfMessage)).toEqual(revisions('a', 10));
    expect(contradictions.map(labelOfMessage)).toEqual(revisions('b', 10));
    const { tenantId, aggregateId } = change('a', 1);
    expect(new Set(memories.map(({ key }) => key?.toString()))).toEqual(
      new Set([`${tenantId}:${aggregateId}`]),
    );
  });

  test('of two relays one publishes at a time', async () => {
    const relays = [place.openRelay({ pollMs: 1 }), place.openRelay({ pollMs: 1 })];
    for (const relay of relays) relay.start();
    for (let revision = 1; revision <= 200; revision++) {
      await place.append(change('a', revision));
      for (const relay of relays) relay.wake();
    }
    await until(async () => (await relays[0]!.lag()) === 0);
    expect(await published()).toEqual(revisions('a', 200));
  });

  test('when the relay at work is killed, another goes on: nothing is lost, the order stays', async () => {
    const first = await spawnRelay();
    let revision = 0;
    const appendSome = async () => {
      for (let count = 0; count < 50; count++) {
        revision++;
        await place.append(change('a', revision), change('b', revision), change('c', revision));
      }
    };
    await appendSome();
    await until(
      async () =>
        (await place.database.inSystemTransaction((tx) => tx.query('SELECT 1 FROM outbox'))).length === 0,
    );
    await spawnRelay();
    const writing = appendSome().then(appendSome);
    await until(() => revision > 70);
    first.kill('SIGKILL');
    await writing;
    const relay = place.openRelay();
    await until(async () => (await relay.lag()) === 0);
    const labels = await published();
    for (const name of ['a', 'b', 'c']) expect(firstsOf(labels, name)).toEqual(revisions(name, 150));
  });

  test('the largest event that the API accepts passes, and those behind it', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    const relay = place.openRelay();
    const transport = place.openTransport({ relays: [relay] });
    transport.subscribe({
      group: 'g',
      topics: ['memory'],
      handle: async (events) => {
        for (const event of events) {
          seen.push(labelOf(event));
          sizes.push(JSON.stringify(event).length);
        }
      },
    });
    relay.start();
    await transport.start();
    // A body of 2 MiB, in which a number of four bytes is written out with 21.
    const numbers = Array.from({ length: (2 * 1024 * 1024 - 70_000) / 5 }, () => 1e20);
    const largest = { content: '\u0001'.repeat(10_000), metadata: { numbers } };
    await place.append(change('a', 1), change('a', 2, 'memory', largest), change('a', 3));
    await transport.drain();
    expect(seen).toEqual(revisions('a', 3));
    expect(Math.max(...sizes)).toBeGreaterThan(8_900_000);
  });
});
