import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { unavailable } from '@loci/core';
import type { EventEnvelope, Topic } from '@loci/events';
import type { DomainEvent } from '../outbox.ts';
import type { Consumer, EventTransport } from './event-transport.ts';

/** An isolated place for events, and what the suite needs of it. */
export interface TransportPlace {
  /** A transport as a process would open it; two in a row share all that is durable. */
  open(): EventTransport;
  /** A producer's transaction: its events become true when `work` has resolved. */
  inTransaction(work: (append: (...events: DomainEvent[]) => Promise<void>) => Promise<void>): Promise<void>;
  /** Resolves when the open transport has looked for events twice since the call. */
  looked(): Promise<void>;
  remove(): Promise<void>;
}

const TENANT = randomUUID();

/** A group that remembers what it was given, as `<aggregate>:<revision>`. */
function recorder(group: string, topics: Consumer['topics'] = ['memory']) {
  const seen: string[] = [];
  const consumer: Consumer = {
    group,
    topics,
    handle: async (events) => {
      for (const event of events) seen.push(label(event));
    },
  };
  return { consumer, seen };
}

const label = (event: EventEnvelope): string => `${String(event.data['name'])}:${event.revision}`;

const ids = new Map<string, string>();
function change(name: string, revision: number, topic: DomainEvent['topic'] = 'memory'): DomainEvent {
  const aggregateId = ids.get(name) ?? randomUUID();
  ids.set(name, aggregateId);
  return {
    type: `${topic}.updated`,
    topic,
    tenantId: TENANT,
    aggregateId,
    revision,
    occurredAt: new Date(),
    data: { name },
  };
}

/** What every event transport promises. @see ARCHITECTURE.md section 5 */
export function describeEventTransportContract(create: () => Promise<TransportPlace>): void {
  describe('event transport', () => {
    let place: TransportPlace;
    let opened: EventTransport[];

    beforeEach(async () => {
      place = await create();
      opened = [];
    });
    afterEach(async () => {
      await Promise.all(opened.map((transport) => transport.close()));
      await place.remove();
    });

    const start = async (...consumers: Consumer[]): Promise<EventTransport> => {
      const transport = place.open();
      opened.push(transport);
      for (const consumer of consumers) transport.subscribe(consumer);
      await transport.start();
      return transport;
    };
    const append = (...events: DomainEvent[]): Promise<void> => place.inTransaction((add) => add(...events));

    test('events of one aggregate arrive in the order of their revisions, each once', async () => {
      const { consumer, seen } = recorder('g');
      const transport = await start({ ...consumer, batchSize: 7 });
      for (let revision = 1; revision <= 20; revision++)
        await append(change('a', revision), change('b', revision));
      await transport.drain();
      const of = (name: string) => seen.filter((entry) => entry.startsWith(name));
      expect(of('a')).toEqual(Array.from({ length: 20 }, (_, i) => `a:${i + 1}`));
      expect(of('b')).toEqual(Array.from({ length: 20 }, (_, i) => `b:${i + 1}`));
      expect(seen).toHaveLength(40);
    });

    test('events of one transaction arrive in their order, each once, however many', async () => {
      const { consumer, seen } = recorder('g');
      const transport = await start({ ...consumer, batchSize: 7 });
      const revisions = Array.from({ length: 25 }, (_, i) => i + 1);
      await append(...revisions.map((revision) => change('a', revision)));
      await transport.drain();
      expect(seen).toEqual(revisions.map((revision) => `a:${revision}`));
    });

    test('a transaction that fails sends nothing', async () => {
      const { consumer, seen } = recorder('g');
      const transport = await start(consumer);
      const failed = place.inTransaction(async (add) => {
        await add(change('a', 1));
        throw new Error('rolled back');
      });
      await expect(failed).rejects.toThrow('rolled back');
      await append(change('a', 2));
      await transport.drain();
      expect(seen).toEqual(['a:2']);
    });

    test('every group gets the topics it asks for, and no others', async () => {
      const memories = recorder('memories');
      const both = recorder('both', ['memory', 'contradiction']);
      const transport = await start(memories.consumer, both.consumer);
      await append(change('m', 1), change('c', 1, 'contradiction'), change('m', 2));
      await transport.drain();
      expect(memories.seen).toEqual(['m:1', 'm:2']);
      expect(both.seen.filter((entry) => entry.startsWith('m'))).toEqual(['m:1', 'm:2']);
      expect([...both.seen].sort()).toEqual(['c:1', 'm:1', 'm:2']);
    });

    test('what came before the start is handled as well', async () => {
      await append(change('a', 1));
      const { consumer, seen } = recorder('g');
      await (await start(consumer)).drain();
      expect(seen).toEqual(['a:1']);
    });

    test('a restart resumes after what was handled', async () => {
      const before = recorder('g');
      const first = await start(before.consumer);
      await append(change('a', 1));
      await first.drain();
      await first.close();
      await append(change('a', 2));
      const after = recorder('g');
      await (await start(after.consumer)).drain();
      expect([before.seen, after.seen]).toEqual([['a:1'], ['a:2']]);
    });

    test('a batch that fails is delivered again, event by event, in order', async () => {
      const { consumer, seen } = recorder('g');
      let failures = 1;
      const transport = await start({
        ...consumer,
        handle: async (events) => {
          if (failures-- > 0) throw new Error('once');
          await consumer.handle(events);
        },
      });
      await append(change('a', 1), change('a', 2));
      await transport.drain();
      expect(seen).toEqual(['a:1', 'a:2']);
      expect(await transport.deadLetters()).toEqual([]);
    });

    test('poison goes to the dead letters with its reason, the group moves on, and a replay handles it', async () => {
      const { consumer, seen } = recorder('g');
      const poison = new Set(['a:2', 'b:1']);
      const transport = await start({
        ...consumer,
        handle: async (events) => {
          for (const event of events) if (poison.has(label(event))) throw new Error('indigestible');
          await consumer.handle(events);
        },
      });
      await append(change('a', 1), change('a', 2), change('b', 1), change('a', 3));
      await transport.drain();
      expect(seen).toEqual(['a:1', 'a:3']);
      const letters = await transport.deadLetters();
      expect(letters.map(({ group, reason, envelope }) => [group, reason, label(envelope)]).sort()).toEqual([
        ['g', 'indigestible', 'a:2'],
        ['g', 'indigestible', 'b:1'],
      ]);
      poison.delete('b:1');
      expect(await transport.replayDeadLetters('g')).toBe(1);
      expect(seen).toEqual(['a:1', 'a:3', 'b:1']);
      expect((await transport.deadLetters()).map(({ envelope }) => label(envelope))).toEqual(['a:2']);
      await expect(transport.replayDeadLetters('unknown')).rejects.toThrow('unknown');
    });

    test('a store that is down pauses its group only, and nothing becomes a dead letter', async () => {
      const healthy = recorder('healthy');
      const waiting = recorder('waiting');
      let down = true;
      let tried: () => void = () => undefined;
      const triedTwice = new Promise<void>((resolve) => {
        let count = 0;
        tried = () => (++count === 2 ? resolve() : undefined);
      });
      const transport = await start(healthy.consumer, {
        ...waiting.consumer,
        handle: async (events) => {
          tried();
          if (down) throw unavailable('The index');
          await waiting.consumer.handle(events);
        },
      });
      await append(change('a', 1));
      transport.wake();
      await triedTwice;
      expect(await transport.lag()).toEqual({ healthy: 0, waiting: 1 });
      down = false;
      await transport.drain();
      expect([healthy.seen, waiting.seen]).toEqual([['a:1'], ['a:1']]);
      expect(await transport.deadLetters()).toEqual([]);
    });

    test('close returns while a store is down, and the event is handled after the restart', async () => {
      let tried: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => (tried = resolve));
      const transport = await start({
        ...recorder('g').consumer,
        handle: async () => {
          tried();
          throw unavailable('The index');
        },
      });
      await append(change('a', 1));
      transport.wake();
      await asked;
      await transport.close();
      const after = recorder('g');
      await (await start(after.consumer)).drain();
      expect(after.seen).toEqual(['a:1']);
    });

    test('a late commit is not skipped', async () => {
      const { consumer, seen } = recorder('g');
      const transport = await start(consumer);
      let commit: () => void = () => undefined;
      let appended: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (commit = resolve));
      const open = new Promise<void>((resolve) => (appended = resolve));
      const late = place.inTransaction(async (add) => {
        await add(change('late', 1));
        appended();
        await gate;
      });
      await open;
      await append(change('early', 1));
      transport.wake();
      await place.looked();
      commit();
      await late;
      await transport.drain();
      expect([...seen].sort()).toEqual(['early:1', 'late:1']);
    });

    test('drain waits for what handling an event brings about', async () => {
      const second = recorder('second', ['contradiction']);
      const transport = await start(
        {
          ...recorder('first').consumer,
          handle: async (events) => {
            for (const event of events) await append(change(`c-${label(event)}`, 1, 'contradiction'));
          },
        },
        second.consumer,
      );
      await append(...Array.from({ length: 10 }, (_, i) => change(`a${i}`, 1)));
      await transport.drain();
      expect(second.seen).toHaveLength(10);
    });

    test('two groups of one name, and a topic that nobody owns, are refused', async () => {
      const transport = place.open();
      opened.push(transport);
      transport.subscribe(recorder('g').consumer);
      expect(() => transport.subscribe(recorder('g').consumer)).toThrow('g');
      expect(() => transport.subscribe(recorder('h', ['nobody' as Topic]).consumer)).toThrow('nobody');
    });
  });
}
