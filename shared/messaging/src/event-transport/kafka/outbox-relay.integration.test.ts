import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { integrationEngines } from '@loci/testing/integration-engines';
import {
  labelOf,
  labelOfMessage,
  labelRange,
  openKafkaEnvironment,
  uniqueLabels,
  updateOf,
  waitUntil,
} from '../../../test/kafka-environment.fixture.ts';
import type { KafkaEnvironment } from '../../../test/kafka-environment.fixture.ts';
import type { RelayProcessOptions } from '../../../test/relay-process.fixture.ts';

let environment: KafkaEnvironment;
let children: ChildProcess[];
beforeEach(async () => {
  children = [];
  environment = await openKafkaEnvironment();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await environment.remove();
});

const memoryTopic = () => `${environment.prefix}memory`;
const publishedLabels = async () => (await environment.messagesOf(memoryTopic())).map(labelOfMessage);

/** Starts a relay in a separate process, so that it can be killed. */
async function spawnRelay(): Promise<ChildProcess> {
  const { host, port, database } = environment.postgres.admin;
  const options: RelayProcessOptions = {
    brokers: integrationEngines().kafka.brokers,
    topicPrefix: environment.prefix,
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

describe('outbox relay', () => {
  test('publishes events in order with the key tenant:aggregate, then deletes them from the outbox', async () => {
    const relay = environment.openRelay();
    for (let revision = 1; revision <= 10; revision++) {
      await environment.append(updateOf('a', revision), updateOf('b', revision, 'contradiction'));
    }
    expect(await relay.lag()).toBe(20);
    relay.start();
    await waitUntil(async () => (await relay.lag()) === 0);
    const memories = await environment.messagesOf(memoryTopic());
    const contradictions = await environment.messagesOf(`${environment.prefix}contradiction`);
    expect(memories.map(labelOfMessage)).toEqual(labelRange('a', 10));
    expect(contradictions.map(labelOfMessage)).toEqual(labelRange('b', 10));
    const { tenantId, aggregateId } = updateOf('a', 1);
    expect(new Set(memories.map(({ key }) => key?.toString()))).toEqual(
      new Set([`${tenantId}:${aggregateId}`]),
    );
  });

  test('publishes each event once while two relays run for the same outbox', async () => {
    const relays = [environment.openRelay({ pollMs: 1 }), environment.openRelay({ pollMs: 1 })];
    for (const relay of relays) relay.start();
    for (let revision = 1; revision <= 200; revision++) {
      await environment.append(updateOf('a', revision));
      for (const relay of relays) relay.wake();
    }
    await waitUntil(async () => (await relays[0]!.lag()) === 0);
    expect(await publishedLabels()).toEqual(labelRange('a', 200));
  });

  test('another relay publishes the remaining events in order after the active relay is killed', async () => {
    const first = await spawnRelay();
    let revision = 0;
    const appendSome = async () => {
      for (let count = 0; count < 50; count++) {
        revision++;
        await environment.append(updateOf('a', revision), updateOf('b', revision), updateOf('c', revision));
      }
    };
    await appendSome();
    await waitUntil(
      async () =>
        (await environment.database.inSystemTransaction((tx) => tx.query('SELECT 1 FROM outbox'))).length ===
        0,
    );
    await spawnRelay();
    const writing = appendSome().then(appendSome);
    await waitUntil(() => revision > 70);
    first.kill('SIGKILL');
    await writing;
    const relay = environment.openRelay();
    await waitUntil(async () => (await relay.lag()) === 0);
    const labels = await publishedLabels();
    for (const name of ['a', 'b', 'c']) expect(uniqueLabels(labels, name)).toEqual(labelRange(name, 150));
  });

  test('publishes an event of 9 MB and all later events', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    const relay = environment.openRelay();
    const transport = environment.openTransport({ relays: [relay] });
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
    // JSON.stringify writes each of these numbers with 21 digits.
    const numbers = Array.from({ length: (2 * 1024 * 1024 - 70_000) / 5 }, () => 1e20);
    const largest = { content: '\u0001'.repeat(10_000), metadata: { numbers } };
    await environment.append(updateOf('a', 1), updateOf('a', 2, 'memory', largest), updateOf('a', 3));
    await transport.drain();
    expect(seen).toEqual(labelRange('a', 3));
    expect(Math.max(...sizes)).toBeGreaterThan(8_900_000);
  });
});
