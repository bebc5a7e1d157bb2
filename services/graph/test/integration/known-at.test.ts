import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { validityOf } from '@loci/contracts';
import type { MemoryVersionAt, ValidityPeriod } from '@loci/contracts';
import { newId } from '@loci/core';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { assertProperty, propertyTimeout } from '@loci/testing/assert-property';
import fc from 'fast-check';
import {
  createTestGraphService,
  memoryCreated,
  memoryDeactivated,
  memoryDeleted,
  memoryUpdated,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';
const TIME_LIMIT_MS = 30_000;
const START = Date.UTC(2026, 0, 1);
const time = (ms: number): string => new Date(START + ms).toISOString();

/** State of a memory, and the period in which it was recorded. */
interface RecordedMemory extends ValidityPeriod {
  id: string;
  version: number;
  recordedFrom: number;
  recordedUntil: number;
}

const clock = { now: new Date(START) };
let graph: TestGraphService;
/** States of all memories of the current tenant. */
let memories: RecordedMemory[] = [];

beforeAll(async () => {
  graph = await createTestGraphService({ now: () => clock.now });
  graph.memories.client.getVersionsAt = async (_, ids, { asOf, knownAt }) => {
    const knownMs = knownAt === undefined ? Infinity : Date.parse(knownAt);
    const at = new Date(asOf ?? knownAt ?? clock.now);
    return memories
      .filter(({ id, recordedFrom, recordedUntil }) => {
        const isKnown = knownMs === Infinity ? recordedUntil === Infinity : recordedUntil > knownMs;
        return ids.includes(id) && recordedFrom <= knownMs && isKnown;
      })
      .map((memory) => toVersionAt(memory, at));
  };
});
afterAll(() => graph.close());

function toVersionAt(memory: RecordedMemory, at: Date): MemoryVersionAt {
  const validity = validityOf(memory, at);
  return {
    id: memory.id,
    version: memory.version,
    is_active: memory.isActive,
    validity,
    was_true: validityOf({ ...memory, isActive: true }, at) === 'current',
  };
}

// Times around the few milliseconds in which the operations run, so that bounds are often equal to the time of a change.
const bound = fc.constantFrom(undefined, ...[-2, 0, 1, 2, 3, 9].map(time));
const period = fc
  .record({ valid_from: bound, valid_until: bound })
  .filter(({ valid_from: from, valid_until: until }) => !from || !until || from < until);
const memory = fc.nat(3);
const edge = fc.nat(7);
const strength = fc.constantFrom(0.25, 0.5, 1);
const operation = fc.oneof(
  fc.record({
    kind: fc.constant('connect' as const),
    from: memory,
    to: memory,
    period,
    strength,
    direction: fc.constantFrom('DIRECTED', 'BIDIRECTIONAL'),
  }),
  fc.record({ kind: fc.constant('patch' as const), edge, period, strength }),
  fc.record({ kind: fc.constant('disconnect' as const), edge }),
  fc.record({ kind: fc.constant('change' as const), memory, period }),
  fc.record({ kind: fc.constant('supersede' as const), memory }),
  fc.record({ kind: fc.constant('delete' as const), memory }),
  fc.record({ kind: fc.constant('wait' as const) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

const request = fc.record({
  max_depth: fc.constantFrom(1, 3),
  direction: fc.constantFrom('ANY', 'OUTBOUND'),
  include: fc.subarray(['superseded', 'expired', 'future']),
});

/** A tenant whose memories and relationships an operation sequence changes. */
class Store {
  readonly caller: Caller = testCaller();
  /** Ids of the memories. A new version replaces its predecessor in the list. */
  readonly ids: string[] = [];
  /** Ids of all memories that ever existed. */
  readonly everyId: string[] = [];
  readonly edgeIds: string[] = [];

  async create(version = 1): Promise<string> {
    const id = newId();
    this.everyId.push(id);
    this.#record({ id, version, isActive: true, validFrom: null, validUntil: null });
    await graph.deliver(memoryCreated(this.caller, id, { version }));
    return id;
  }

  #current = (id: string) =>
    memories.find((recorded) => recorded.id === id && recorded.recordedUntil === Infinity);

  /** Ends the current state of a memory, and stores the next one. */
  #record(next: Omit<RecordedMemory, 'recordedFrom' | 'recordedUntil'> | null, id = next!.id): void {
    const recordedFrom = clock.now.getTime();
    const current = this.#current(id);
    if (current) current.recordedUntil = recordedFrom;
    if (next) memories.push({ ...next, recordedFrom, recordedUntil: Infinity });
  }

  async apply(step: Operation): Promise<void> {
    const app = graph.as(this.caller);
    if (step.kind === 'connect') {
      const body = relationshipBody(this.ids[step.from]!, this.ids[step.to]!, {
        ...step.period,
        strength: step.strength,
        direction_type: step.direction,
      });
      const response = await app.post(PATH).send(body);
      if (response.status === 201) this.edgeIds.push(response.body.data.id);
    } else if (step.kind === 'patch' || step.kind === 'disconnect') {
      const path = `${PATH}/${this.edgeIds[step.edge % this.edgeIds.length]}`;
      if (this.edgeIds.length === 0) return;
      if (step.kind === 'disconnect') await app.delete(path);
      else await app.patch(path).send({ strength: step.strength, ...step.period });
    } else if (step.kind !== 'wait') {
      await this.#changeMemory(step);
    }
  }

  async #changeMemory(step: Extract<Operation, { kind: 'change' | 'supersede' | 'delete' }>): Promise<void> {
    const id = this.ids[step.memory]!;
    const current = this.#current(id);
    if (!current) return;
    const revision = memories.filter((recorded) => recorded.id === id).length + 1;
    if (step.kind === 'change') {
      const { valid_from: from, valid_until: until } = step.period;
      this.#record({
        ...current,
        validFrom: from === undefined ? null : new Date(from),
        validUntil: until === undefined ? null : new Date(until),
      });
      await graph.deliver(
        memoryUpdated(this.caller, id, revision, { version: current.version, ...step.period }),
      );
    } else if (step.kind === 'supersede') {
      const next = await this.create(current.version + 1);
      this.#record({ ...current, isActive: false });
      const event = memoryDeactivated(this.caller, id, next);
      await graph.deliver({ ...event, revision, data: { ...event.data, version: current.version } });
      this.ids[step.memory] = next;
    } else {
      this.#record(null, id);
      await graph.deliver({ ...memoryDeleted(this.caller, id), revision });
    }
  }

  /** Returns the responses for a traversal from each memory. */
  async read(body: object): Promise<unknown[]> {
    const responses = await Promise.all(
      this.everyId.map((id) =>
        graph
          .as(this.caller)
          .post(`${PATH}/traverse`)
          .send({ start_memory_id: id, ...body }),
      ),
    );
    return responses.map(({ status, body: { data } }) => {
      if (status >= 500) throw new Error(`Status ${status}`);
      return [status, data ?? null];
    });
  }
}

test(
  'every traversal with known_at = t equals the traversal of a store that stopped at t',
  async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.array(operation, { minLength: 4, maxLength: 12 }),
        request,
        async (operations, body) => {
          memories = [];
          const store = new Store();
          let elapsed = 0;
          clock.now = new Date(START);
          for (let i = 0; i < 4; i++) store.ids.push(await store.create());
          const answers: { at: string; ids: number; answer: unknown[] }[] = [];
          for (const step of [...operations, { kind: 'wait' as const }]) {
            clock.now = new Date(START + elapsed);
            if (step.kind !== 'wait') await store.apply(step);
            else {
              answers.push({ at: time(elapsed), ids: store.everyId.length, answer: await store.read(body) });
              elapsed++;
            }
          }
          clock.now = new Date(START + elapsed + 5);
          for (const { at, ids, answer } of answers) {
            const known = await store.read({ ...body, known_at: at });
            expect(known.splice(ids)).toEqual(store.everyId.slice(ids).map(() => [404, null]));
            expect(known).toEqual(answer);
          }
        },
      ),
      { runs: 40, timeLimitMs: TIME_LIMIT_MS },
    );
  },
  propertyTimeout(TIME_LIMIT_MS),
);
