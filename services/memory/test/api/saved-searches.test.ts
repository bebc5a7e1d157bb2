import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { startMemoryService, UNAUTHORIZED_CALLERS } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const PATH = '/api/v2/saved-searches';

interface SavedSearch {
  id: string;
  name: string;
  parameters: object;
}

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const save = async (as: Caller, name: string, parameters: object = { q: 'tea' }) =>
  (await fixture.as(as).post(PATH).send({ name, parameters })) as ApiResponse<SavedSearch>;
const list = async (as: Caller): Promise<SavedSearch[]> =>
  ((await fixture.as(as).get(PATH)) as ApiResponse<{ items: SavedSearch[] }>).body.data.items;
const remove = async (as: Caller, id: string): Promise<ApiResponse> =>
  (await fixture.as(as).delete(`${PATH}/${id}`)) as ApiResponse;

describe('saved searches', () => {
  test('are listed by name until the user deletes them', async () => {
    const ada = testCaller();
    const tea = (await save(ada, 'Tea', { q: 'tea', type: 'fact' })).body.data;
    const coffee = (await save(ada, 'Coffee')).body.data;
    expect(await list(ada)).toEqual([coffee, tea]);
    expect(tea).toMatchObject({ name: 'Tea', parameters: { q: 'tea', type: 'fact' } });
    expect((await remove(ada, tea.id)).status).toBe(200);
    expect(await list(ada)).toEqual([coffee]);
    expect((await remove(ada, tea.id)).status).toBe(404);
  });

  test('threat 1: tenant crossing: are only visible to the user who saved them', async () => {
    const ada = testCaller();
    const { id } = (await save(ada, 'Tea')).body.data;
    const colleague = testCaller({ tenantId: ada.tenantId });
    const stranger = testCaller({ userId: ada.userId });
    for (const other of [colleague, stranger]) {
      expect(await list(other)).toEqual([]);
      expect((await remove(other, id)).status).toBe(404);
    }
    expect(await list(ada)).toHaveLength(1);
  });

  test('reject a name that the user already uses with 409, also in concurrent requests', async () => {
    const ada = testCaller();
    const responses = await Promise.all([save(ada, 'Tea'), save(ada, ' Tea ')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await list(ada)).toHaveLength(1);
  });

  test('reject the 51st search of a user with 409, also in concurrent requests', async () => {
    const ada = testCaller();
    for (let number = 0; number < 49; number++) await save(ada, `Search ${number}`);
    const responses = await Promise.all(Array.from({ length: 4 }, () => save(ada, randomUUID())));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(responses.flatMap(({ body }) => (body.error ? [body.error.code] : []))).toContain(
      'BIZ_QUOTA_EXCEEDED',
    );
    expect(await list(ada)).toHaveLength(50);
  });

  test.each([
    ['an empty name', { name: ' ', parameters: {} }, 'VAL_FIELD_INVALID'],
    ['a name of 101 characters', { name: 'a'.repeat(101), parameters: {} }, 'VAL_FIELD_TOO_LONG'],
    ['no name', { parameters: {} }, 'VAL_FIELD_REQUIRED'],
  ])('reject %s with 422', async (_, body, code) => {
    const response = (await fixture.as(testCaller()).post(PATH).send(body)) as ApiResponse;
    expect([response.status, response.body.error.code]).toEqual([422, code]);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('reject %s', async (_, code, caller) => {
    expect((await save(caller, 'Tea')).body.error.code).toBe(code);
    expect((await remove(caller, randomUUID())).body.error.code).toBe(code);
  });
});
