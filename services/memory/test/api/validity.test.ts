import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const JANUARY = '2026-01-01T00:00:00.000Z';
const FEBRUARY = '2026-02-01T00:00:00.000Z';
const MARCH = '2026-03-01T00:00:00.000Z';
const APRIL = '2026-04-01T00:00:00.000Z';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterEach(() => {
  fixture.clock.now = null;
});
afterAll(() => fixture.close());

const store = (body: Record<string, unknown> = {}) => storeMemory(fixture, caller, body);
const get = async (id: string): Promise<Record<string, unknown>> =>
  ((await fixture.as(caller).get(`/api/v2/memories/${id}`)) as ApiResponse).body.data;
const update = async (id: string, body: object): Promise<ApiResponse> =>
  (await fixture.as(caller).put(`/api/v2/memories/${id}`).send(body)) as ApiResponse;
const evolve = async (id: string, body: object = {}): Promise<ApiResponse<{ new_memory_id: string }>> =>
  (await fixture
    .as(caller)
    .post(`/api/v2/memories/${id}/evolve`)
    .send({ new_content: 'new', evolution_type: 'update', ...body })) as ApiResponse<{
    new_memory_id: string;
  }>;
/** Evolves a memory, and returns the validity of the original and of the new version. */
const evolveAndGet = async (id: string, body: object = {}) => {
  const evolved = await evolve(id, body);
  return { original: await get(id), next: await get(evolved.body.data.new_memory_id) };
};
const bounds = (validFrom: string | null, validUntil: string | null) => ({
  valid_from: validFrom,
  valid_until: validUntil,
});

describe('validity of a new memory', () => {
  test('a memory without bounds is current', async () => {
    expect(await store()).toMatchObject({ ...bounds(null, null), validity: 'current' });
  });

  test.each([
    ['expired', bounds(null, FEBRUARY), MARCH],
    ['expired at its end', bounds(JANUARY, MARCH), MARCH],
    ['current at its start', bounds(MARCH, APRIL), MARCH],
    ['future', bounds(APRIL, null), MARCH],
  ])('a memory is %s with the bounds %p at %s', async (state, body, now) => {
    fixture.clock.now = new Date(now);
    const { id } = await store(body);
    expect(await get(id)).toMatchObject({ ...body, validity: state.split(' ')[0] });
  });

  test('a memory becomes current when its validity starts, without a write', async () => {
    fixture.clock.now = new Date(JANUARY);
    const { id } = await store({ valid_from: FEBRUARY });
    fixture.clock.now = new Date(FEBRUARY);
    expect(await get(id)).toMatchObject({ validity: 'current', updated_at: JANUARY });
  });

  test('a bound without a time is the start of the day', async () => {
    const created = await store({ valid_from: '2026-01-01', valid_until: '2026-02-01' });
    expect(created).toMatchObject(bounds(JANUARY, FEBRUARY));
  });

  test('the earliest and the latest possible time are stored as open bounds', async () => {
    const created = await store({ valid_from: '1000-01-01', valid_until: '9999-12-31T23:59:59.999Z' });
    expect(created).toMatchObject(bounds(null, null));
  });

  test.each([
    ['valid_until equal to valid_from', bounds(JANUARY, JANUARY), 'VAL_VALIDATION_FAILED', 'valid_until'],
    ['valid_until before valid_from', bounds(FEBRUARY, JANUARY), 'VAL_VALIDATION_FAILED', 'valid_until'],
    ['a year before 1000', { valid_from: '0999-12-31' }, 'VAL_FIELD_INVALID', 'valid_from'],
    ['a word instead of a time', { valid_until: 'tomorrow' }, 'VAL_FIELD_INVALID', 'valid_until'],
    ['a number instead of a time', { valid_until: 5 }, 'VAL_FIELD_INVALID', 'valid_until'],
  ])('rejects %s with 422', async (_problem, body, code, field) => {
    const response = (await fixture
      .as(caller)
      .post('/api/v2/memories')
      .send({ content: 'c', ...body })) as ApiResponse;
    expect(response.status).toBe(422);
    expect(response.body.error).toMatchObject({
      code,
      field_errors: { [field]: [expect.any(String)] },
    });
  });

  test('a bulk creation rejects only the element with an empty validity', async () => {
    const response = (await fixture
      .as(caller)
      .post('/api/v2/memories/bulk')
      .send({
        memories: [
          { content: 'a', ...bounds(FEBRUARY, JANUARY) },
          { content: 'b', ...bounds(JANUARY, FEBRUARY) },
        ],
      })) as ApiResponse<{ results: object[] }>;
    expect(response.body.data.results).toMatchObject([
      { status: 'failed', error: { message: 'valid_until must be after valid_from.' } },
      { status: 'created' },
    ]);
  });

  test('events contain the chain and only bounds that are set', async () => {
    const { id } = await store({ valid_until: FEBRUARY });
    const states = (await fixture.events(caller)).map(({ data }) => data as Record<string, unknown>);
    const state = states.find((data) => data['id'] === id)!;
    expect(state).toMatchObject({ chain_id: id, valid_until: FEBRUARY });
    expect(state).not.toHaveProperty('valid_from');
  });
});

describe('validity in an update', () => {
  test('changes the given bound and keeps the other one', async () => {
    const { id } = await store(bounds(JANUARY, FEBRUARY));
    const { body } = await update(id, { valid_until: MARCH });
    expect(body.data).toMatchObject(bounds(JANUARY, MARCH));
  });

  test('null removes a bound', async () => {
    const { id } = await store(bounds(JANUARY, FEBRUARY));
    const { body } = await update(id, { valid_until: null });
    expect(body.data).toMatchObject(bounds(JANUARY, null));
  });

  test('null for a bound that is open changes nothing', async () => {
    const { id, ...created } = await store();
    const { body } = await update(id, bounds(null, null));
    expect(body.data['updated_at']).toBe(created['updated_at']);
  });

  test('rejects a valid_until that is not after the stored valid_from', async () => {
    const { id } = await store({ valid_from: FEBRUARY });
    const { status, body } = await update(id, { valid_until: JANUARY });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'VAL_VALIDATION_FAILED',
      message: 'valid_until must be after valid_from.',
    });
    expect(await get(id)).toMatchObject(bounds(FEBRUARY, null));
  });

  test('null removes the start of a later version, which is its creation by default', async () => {
    const { id } = await store();
    const { next } = await evolveAndGet(id);
    expect(next['valid_from']).toBe(next['created_at']);
    const { body } = await update(next['id'] as string, { valid_from: null });
    expect(body.data['valid_from']).toBeNull();
  });
});

describe('validity in an evolution', () => {
  test('closes the validity of the original at the start of the new version', async () => {
    const { id } = await store({ valid_from: JANUARY });
    const { original, next } = await evolveAndGet(id, { valid_from: FEBRUARY });
    expect(original).toMatchObject({ ...bounds(JANUARY, FEBRUARY), validity: 'superseded' });
    expect(next).toMatchObject({ ...bounds(FEBRUARY, null), validity: 'current' });
  });

  test('closes the validity of the original at the evolution by default', async () => {
    const { id } = await store();
    fixture.clock.now = new Date(Date.now() + 1_000);
    const { original, next } = await evolveAndGet(id);
    const now = fixture.clock.now.toISOString();
    expect(original).toMatchObject(bounds(null, now));
    expect(next).toMatchObject(bounds(now, null));
  });

  test('keeps the validity of the original with original_validity keep', async () => {
    const { id } = await store({ valid_from: JANUARY });
    const { original } = await evolveAndGet(id, { original_validity: 'keep' });
    expect(original).toMatchObject({ ...bounds(JANUARY, null), validity: 'superseded' });
  });

  test('keeps an end of the original that is earlier than the start of the new version', async () => {
    const { id } = await store({ valid_until: FEBRUARY });
    const { original, next } = await evolveAndGet(id, { valid_from: MARCH });
    expect(original).toMatchObject(bounds(null, FEBRUARY));
    expect(next).toMatchObject(bounds(MARCH, null));
  });

  test('empties the validity of an original that starts later than the new version', async () => {
    const { id } = await store(bounds(MARCH, APRIL));
    const { original, next } = await evolveAndGet(id, { valid_from: JANUARY });
    expect(original).toMatchObject(bounds(MARCH, MARCH));
    expect(next).toMatchObject(bounds(JANUARY, APRIL));
  });

  test('the new version starts with the original if that is valid later', async () => {
    fixture.clock.now = new Date(JANUARY);
    const { id } = await store(bounds(MARCH, APRIL));
    const { next } = await evolveAndGet(id);
    expect(next).toMatchObject({ ...bounds(MARCH, APRIL), validity: 'future' });
  });

  test('null creates a version whose validity has no start and no end', async () => {
    const { id } = await store(bounds(JANUARY, FEBRUARY));
    const { next } = await evolveAndGet(id, bounds(null, null));
    expect(next).toMatchObject(bounds(null, null));
  });

  test('rejects an empty validity, and keeps the original active', async () => {
    const { id } = await store();
    const { status, body } = await evolve(id, bounds(MARCH, FEBRUARY));
    expect(status).toBe(422);
    expect(body.error.field_errors).toEqual({ valid_until: ['valid_until must be after valid_from.'] });
    expect(await get(id)).toMatchObject({ is_active: true });
  });

  test('rejects an unknown original_validity', async () => {
    const { id } = await store();
    const { status, body } = await evolve(id, { original_validity: 'drop' });
    expect([status, body.error.code]).toEqual([422, 'VAL_ENUM_INVALID']);
  });
});

describe('validity in the resolution of a contradiction', () => {
  /** Reports a contradiction of two new memories and resolves it. Returns both memories. */
  const resolve = async (body: object) => {
    const [source, target] = [await store(), await store()];
    const reported = (await fixture.as(caller).post('/api/v2/memories/contradictions').send({
      source_memory_id: source.id,
      target_memory_id: target.id,
      contradiction_type: 'direct',
    })) as ApiResponse<{ id: string }>;
    fixture.clock.now = new Date(Date.now() + 1_000);
    const resolved = (await fixture
      .as(caller)
      .post(`/api/v2/memories/contradictions/${reported.body.data.id}/resolve`)
      .send(body)) as ApiResponse;
    expect(resolved.status).toBe(200);
    return { source: await get(source.id), target: await get(target.id) };
  };

  test('close_validity closes the validity of the rejected memory', async () => {
    const { source, target } = await resolve({ resolution: 'choose_memory_1', close_validity: true });
    expect(target['valid_until']).toBe(fixture.clock.now!.toISOString());
    expect(source['valid_until']).toBeNull();
  });

  test('does not change the validity of the rejected memory by default', async () => {
    const { source } = await resolve({ resolution: 'choose_memory_2' });
    expect(source).toMatchObject({ ...bounds(null, null), validity: 'superseded' });
  });

  test('create_new closes the validity of both memories', async () => {
    const { source, target } = await resolve({ resolution: 'create_new', new_content: 'both' });
    const now = fixture.clock.now!.toISOString();
    expect([source['valid_until'], target['valid_until']]).toEqual([now, now]);
  });
});
