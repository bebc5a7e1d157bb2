import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { assertProperty, propertyTimeout } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { startMemoryService } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const TIME_LIMIT_MS = 40_000;
const START = Date.UTC(2026, 0, 1);
const time = (ms: number): string => new Date(START + ms).toISOString();

// Times around the few milliseconds in which the operations run, so that bounds are often equal to the time of a change.
const bound = fc.constantFrom(undefined, null, ...[-2, 0, 1, 2, 3, 9].map(time));
const tags = fc.subarray(['a', 'b']);
const target = fc.nat(5);
const operation = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), valid_from: bound, valid_until: bound, tags }),
  fc.record({
    kind: fc.constant('update' as const),
    target,
    importance: fc.constantFrom(0.1, 0.5, 0.9),
    memory_type: fc.constantFrom('fact', 'task'),
    valid_until: bound,
    tags,
  }),
  fc.record({
    kind: fc.constant('evolve' as const),
    target,
    valid_from: bound,
    original_validity: fc.constantFrom('close', 'keep'),
  }),
  fc.record({
    kind: fc.constant('resolve' as const),
    target,
    other: target,
    resolution: fc.constantFrom('create_new', 'choose_memory_1', 'choose_memory_2', 'keep_both'),
    close_validity: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('delete' as const), target }),
  fc.record({ kind: fc.constant('wait' as const) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

const query = fc.record(
  {
    sort: fc.constantFrom(
      ...['created_at', 'updated_at', 'importance', 'occurred_at'].flatMap((sort) => [sort, `-${sort}`]),
    ),
    include_inactive: fc.constantFrom('true', 'false'),
    as_of: fc.constantFrom(...[-3, 0, 1, 2, 5].map(time)),
    tags: fc.constantFrom('a', 'a,b'),
    memory_type: fc.constantFrom('fact', 'task'),
    importance_threshold: fc.constantFrom('0.4', '0.9'),
    page: fc.constantFrom('1', '2'),
    per_page: fc.constantFrom('1', '3'),
  },
  { requiredKeys: ['sort'] },
);

/** A tenant whose memories an operation sequence changes. */
class Store {
  readonly caller: Caller = testCaller();
  /** Ids of all memories in the order of their creation. */
  readonly ids: string[] = [];

  async apply({ kind, ...fields }: Operation): Promise<void> {
    const { target: index = 0, other = 0, ...body } = fields as { target?: number; other?: number };
    const id = this.ids[index % Math.max(1, this.ids.length)];
    if (kind === 'create') return this.#create('/api/v2/memories', { content: 'c', ...body });
    if (id === undefined) return;
    if (kind === 'update') await this.send('put', `/api/v2/memories/${id}`, body);
    if (kind === 'delete') await this.send('delete', `/api/v2/memories/${id}`);
    if (kind === 'evolve')
      await this.#create(`/api/v2/memories/${id}/evolve`, {
        new_content: `version ${this.ids.length}`,
        evolution_type: 'update',
        ...body,
      });
    if (kind !== 'resolve') return;
    const reported = await this.send('post', '/api/v2/memories/contradictions', {
      source_memory_id: id,
      target_memory_id: this.ids[other % this.ids.length],
      contradiction_type: 'direct',
    });
    if (reported.status !== 201) return;
    const path = `/api/v2/memories/contradictions/${reported.body.data['id'] as string}/resolve`;
    await this.#create(path, { new_content: `merged ${this.ids.length}`, ...body });
  }

  /** Sends a request that can create a memory, and adds the id of the memory to `ids`. */
  async #create(path: string, body: object): Promise<void> {
    const { body: response } = await this.send('post', path, body);
    const { id, new_memory_id: newId } = response.data ?? {};
    const created = newId === undefined ? id : newId;
    if (typeof created === 'string') this.ids.push(created);
  }

  async send(method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object): Promise<ApiResponse> {
    const response = (await fixture.as(this.caller)[method](path).send(body)) as ApiResponse;
    if (response.status >= 500) throw new Error(JSON.stringify(response.body));
    return response;
  }

  /** Returns the fields that revisions record of each memory and of the memories of each list. */
  async read(queries: readonly Record<string, string>[], knownAt?: string): Promise<unknown[]> {
    const at = knownAt === undefined ? {} : { known_at: knownAt };
    const paths = [
      ...this.ids.map((id) => `/api/v2/memories/${id}?${new URLSearchParams(at)}`),
      ...queries.map((each) => `/api/v2/memories?${new URLSearchParams({ ...each, ...at })}`),
    ];
    const responses = await Promise.all(paths.map((path) => this.send('get', path)));
    return responses.map(({ status, body }) => [status, withoutCursor(body.data)]);
  }
}

const UNRECORDED = new Set([
  'relationships',
  'access_count',
  'last_accessed',
  'embedding_status',
  'surprise_score',
  'next_cursor',
]);

const withoutCursor = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data ?? null, (key, value: unknown) => (UNRECORDED.has(key) ? undefined : value)),
  );

test(
  'every answer with known_at = t equals the answer of a store that stopped at t',
  async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.array(operation, { minLength: 3, maxLength: 14 }),
        fc.array(query, { minLength: 1, maxLength: 3 }),
        async (operations, queries) => {
          const store = new Store();
          const answers: { at: string; ids: number; answer: unknown[] }[] = [];
          let elapsed = 0;
          const lists = queries as Record<string, string>[];
          for (const each of [...operations, { kind: 'wait' as const }]) {
            fixture.clock.now = new Date(START + elapsed);
            if (each.kind !== 'wait') await store.apply(each);
            else {
              answers.push({ at: time(elapsed), ids: store.ids.length, answer: await store.read(lists) });
              elapsed++;
            }
          }
          fixture.clock.now = new Date(START + elapsed + 5);
          for (const { at, ids, answer } of answers) {
            const known = await store.read(lists, at);
            // Memories that were created later did not exist.
            expect(known.slice(ids, store.ids.length)).toEqual(store.ids.slice(ids).map(() => [404, null]));
            known.splice(ids, store.ids.length - ids);
            expect(known).toEqual(answer);
          }
        },
      ),
      { runs: 400, timeLimitMs: TIME_LIMIT_MS },
    );
  },
  propertyTimeout(TIME_LIMIT_MS),
);
