import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { unavailable } from '@loci/core';
import type { EventEnvelope, Topic } from '@loci/events';
import type { DomainEvent } from '../outbox.ts';
import type { Consumer, EventTransport } from './event-transport.ts';
import type { UpcastEvent } from './upcast-consumer.ts';

/** An isolated outbox and the transports that read it. */
export interface TransportEnvironment {
  /** Creates a transport, as in a new process. All transports share the durable state. */
  open(upcast?: UpcastEvent): EventTransport;
  /** Runs `work` in a transaction of the producer. `append` adds events to its outbox. */
  inTransaction(work: (append: (...events: DomainEvent[]) => Promise<void>) => Promise<void>): Promise<void>;
  /** Resolves when the open transport has polled the outbox twice since the call. */
  polled(): Promise<void>;
  remove(): Promise<void>;
}

const TENANT = randomUUID();

/** A consumer that records the events it handles, as `<aggregate>:<revision>`. */
function recordingConsumer(group: string, topics: Consumer['topics'] = ['memory']) {
  const seen: string[] = [];
  const consumer: Consumer = {
    group,
    topics,
    handle: async (events) => {
      for (const event of events) seen.push(labelOf(event));
    },
  };
  return { consumer, seen };
}

const labelOf = (event: EventEnvelope): string => `${String(event.data['name'])}:${event.revision}`;

const ids = new Map<string, string>();
function updateOf(name: string, revision: number, topic: DomainEvent['topic'] = 'memory'): DomainEvent {
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

/**
 * Registers the tests that every event transport must pass.
 * @see docs/reference/events.md#delivery-guarantees
 */
export function describeEventTransportContract(create: () => Promise<TransportEnvironment>): void {
  describe('event transport', () => {
    let environment: TransportEnvironment;
    let opened: EventTransport[];

    beforeEach(async () => {
      environment = await create();
      opened = [];
    });
    afterEach(async () => {
      await Promise.all(opened.map((transport) => transport.close()));
      await environment.remove();
    });

    const start = (...consumers: Consumer[]): Promise<EventTransport> => startWith(undefined, ...consumers);
    const startWith = async (
      upcast: UpcastEvent | undefined,
      ...consumers: Consumer[]
    ): Promise<EventTransport> => {
      const transport = environment.open(upcast);
      opened.push(transport);
      for (const consumer of consumers) transport.subscribe(consumer);
      await transport.start();
      return transport;
    };
    const append = (...events: DomainEvent[]): Promise<void> =>
      environment.inTransaction((add) => add(...events));

    test('delivers the events of each aggregate once, in the order of their revisions', async () => {
      const { consumer, seen } = recordingConsumer('g');
      const transport = await start({ ...consumer, batchSize: 7 });
      for (let revision = 1; revision <= 20; revision++)
        await append(updateOf('a', revision), updateOf('b', revision));
      await transport.drain();
      const seenOf = (name: string) => seen.filter((entry) => entry.startsWith(name));
      expect(seenOf('a')).toEqual(Array.from({ length: 20 }, (_, i) => `a:${i + 1}`));
      expect(seenOf('b')).toEqual(Array.from({ length: 20 }, (_, i) => `b:${i + 1}`));
      expect(seen).toHaveLength(40);
    });

    test('delivers the events of one transaction once, in order, across several batches', async () => {
      const { consumer, seen } = recordingConsumer('g');
      const transport = await start({ ...consumer, batchSize: 7 });
      const revisions = Array.from({ length: 25 }, (_, i) => i + 1);
      await append(...revisions.map((revision) => updateOf('a', revision)));
      await transport.drain();
      expect(seen).toEqual(revisions.map((revision) => `a:${revision}`));
    });

    test('does not deliver the events of a transaction that was rolled back', async () => {
      const { consumer, seen } = recordingConsumer('g');
      const transport = await start(consumer);
      const failed = environment.inTransaction(async (add) => {
        await add(updateOf('a', 1));
        throw new Error('The transaction failed.');
      });
      await expect(failed).rejects.toThrow('The transaction failed.');
      await append(updateOf('a', 2));
      await transport.drain();
      expect(seen).toEqual(['a:2']);
    });

    test('delivers only the subscribed topics to each group', async () => {
      const memories = recordingConsumer('memories');
      const both = recordingConsumer('both', ['memory', 'contradiction']);
      const transport = await start(memories.consumer, both.consumer);
      await append(updateOf('m', 1), updateOf('c', 1, 'contradiction'), updateOf('m', 2));
      await transport.drain();
      expect(memories.seen).toEqual(['m:1', 'm:2']);
      expect(both.seen.filter((entry) => entry.startsWith('m'))).toEqual(['m:1', 'm:2']);
      expect([...both.seen].sort()).toEqual(['c:1', 'm:1', 'm:2']);
    });

    test('delivers events that were committed before the start of the transport', async () => {
      await append(updateOf('a', 1));
      const { consumer, seen } = recordingConsumer('g');
      await (await start(consumer)).drain();
      expect(seen).toEqual(['a:1']);
    });

    test('resumes after the last handled event when the transport is restarted', async () => {
      const before = recordingConsumer('g');
      const first = await start(before.consumer);
      await append(updateOf('a', 1));
      await first.drain();
      await first.close();
      await append(updateOf('a', 2));
      const after = recordingConsumer('g');
      await (await start(after.consumer)).drain();
      expect([before.seen, after.seen]).toEqual([['a:1'], ['a:2']]);
    });

    test('delivers the events of a failed batch again, in order, without creating dead letters', async () => {
      const { consumer, seen } = recordingConsumer('g');
      let failures = 1;
      const transport = await start({
        ...consumer,
        handle: async (events) => {
          if (failures-- > 0) throw new Error('once');
          await consumer.handle(events);
        },
      });
      await append(updateOf('a', 1), updateOf('a', 2));
      await transport.drain();
      expect(seen).toEqual(['a:1', 'a:2']);
      expect(await transport.deadLetters()).toEqual([]);
    });

    describe('with events that the consumer rejects', () => {
      let poison: Set<string>;
      let seen: string[];
      let transport: EventTransport;
      beforeEach(async () => {
        poison = new Set(['a:2', 'b:1']);
        const recording = recordingConsumer('g');
        ({ seen } = recording);
        transport = await start({
          ...recording.consumer,
          handle: async (events) => {
            for (const event of events)
              if (poison.has(labelOf(event))) throw new Error('The event is invalid.');
            await recording.consumer.handle(events);
          },
        });
        await append(updateOf('a', 1), updateOf('a', 2), updateOf('b', 1), updateOf('a', 3));
        await transport.drain();
      });
      const deadLetterLabels = async () =>
        (await transport.deadLetters()).map(({ envelope }) => labelOf(envelope));

      test('delivers the other events of the batch', () => {
        expect(seen).toEqual(['a:1', 'a:3']);
      });

      test('keeps the rejected events as dead letters with the error message', async () => {
        const deadLetters = await transport.deadLetters();
        expect(
          deadLetters.map(({ group, reason, envelope }) => [group, reason, labelOf(envelope)]).sort(),
        ).toEqual([
          ['g', 'The event is invalid.', 'a:2'],
          ['g', 'The event is invalid.', 'b:1'],
        ]);
      });

      test('a replay removes only the dead letters that succeed', async () => {
        poison.delete('b:1');
        expect(await transport.replayDeadLetters('g')).toBe(1);
        expect(seen).toEqual(['a:1', 'a:3', 'b:1']);
        expect(await deadLetterLabels()).toEqual(['a:2']);
      });

      test('rejects a replay for an unknown group', async () => {
        await expect(transport.replayDeadLetters('unknown')).rejects.toThrow('unknown');
      });
    });

    test('pauses only the group whose store is unavailable, without creating dead letters', async () => {
      const healthy = recordingConsumer('healthy');
      const paused = recordingConsumer('paused');
      let isDown = true;
      let attempts = 0;
      const secondAttempt = Promise.withResolvers<void>();
      const transport = await start(healthy.consumer, {
        ...paused.consumer,
        handle: async (events) => {
          if (++attempts === 2) secondAttempt.resolve();
          if (isDown) throw unavailable('The index');
          await paused.consumer.handle(events);
        },
      });
      await append(updateOf('a', 1));
      transport.wake();
      await secondAttempt.promise;
      expect(await transport.lag()).toEqual({ healthy: 0, paused: 1 });
      isDown = false;
      await transport.drain();
      expect([healthy.seen, paused.seen]).toEqual([['a:1'], ['a:1']]);
      expect(await transport.deadLetters()).toEqual([]);
    });

    test('delivers the event after a restart if the transport was closed while a store was unavailable', async () => {
      const firstAttempt = Promise.withResolvers<void>();
      const transport = await start({
        ...recordingConsumer('g').consumer,
        handle: async () => {
          firstAttempt.resolve();
          throw unavailable('The index');
        },
      });
      await append(updateOf('a', 1));
      transport.wake();
      await firstAttempt.promise;
      await transport.close();
      const after = recordingConsumer('g');
      await (await start(after.consumer)).drain();
      expect(after.seen).toEqual(['a:1']);
    });

    test('waits at an event of a newer schema version until a process that reads it starts', async () => {
      const before = recordingConsumer('g');
      const attempted = Promise.withResolvers<void>();
      const old = await startWith((event) => {
        if (event.revision < 2) return event;
        attempted.resolve();
        return null;
      }, before.consumer);
      await append(updateOf('a', 1), updateOf('a', 2), updateOf('a', 3));
      old.wake();
      await attempted.promise;
      expect(await old.lag()).not.toEqual({ g: 0 });
      expect(await old.deadLetters()).toEqual([]);
      await old.close();
      expect(new Set(before.seen)).toEqual(new Set(['a:1']));
      const after = recordingConsumer('g');
      const current = await startWith(
        (event) => ({ ...event, data: { name: `new ${String(event.data['name'])}` } }),
        after.consumer,
      );
      await current.drain();
      expect(after.seen.slice(-2)).toEqual(['new a:2', 'new a:3']);
      expect(await current.deadLetters()).toEqual([]);
    });

    test('delivers the events of a transaction that commits after a later transaction', async () => {
      const { consumer, seen } = recordingConsumer('g');
      const transport = await start(consumer);
      const appended = Promise.withResolvers<void>();
      const commit = Promise.withResolvers<void>();
      const late = environment.inTransaction(async (add) => {
        await add(updateOf('late', 1));
        appended.resolve();
        await commit.promise;
      });
      await appended.promise;
      await append(updateOf('early', 1));
      transport.wake();
      await environment.polled();
      commit.resolve();
      await late;
      await transport.drain();
      expect([...seen].sort()).toEqual(['early:1', 'late:1']);
    });

    test('drain waits for the events that a consumer appends', async () => {
      const second = recordingConsumer('second', ['contradiction']);
      const transport = await start(
        {
          ...recordingConsumer('first').consumer,
          handle: async (events) => {
            for (const event of events) await append(updateOf(`c-${labelOf(event)}`, 1, 'contradiction'));
          },
        },
        second.consumer,
      );
      await append(...Array.from({ length: 10 }, (_, i) => updateOf(`a${i}`, 1)));
      await transport.drain();
      expect(second.seen).toHaveLength(10);
    });

    test('rejects a second group with the same name', () => {
      const transport = environment.open();
      opened.push(transport);
      transport.subscribe(recordingConsumer('g').consumer);
      expect(() => transport.subscribe(recordingConsumer('g').consumer)).toThrow(
        'The consumer group "g" is already registered.',
      );
    });

    test('rejects a group with a subscription to a topic that no service publishes', () => {
      const transport = environment.open();
      opened.push(transport);
      expect(() => transport.subscribe(recordingConsumer('h', ['unpublished' as Topic]).consumer)).toThrow(
        'No service publishes the topic "unpublished".',
      );
    });
  });
}
