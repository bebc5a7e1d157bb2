import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { route } from './route.ts';
import { runRoute } from './run-route.ts';

const noon = z.string().refine((text) => text === 'noon', { params: { code: 'VAL_FIELD_INVALID' } });

const byQuery = route({
  method: 'get',
  path: '/api/v2/things',
  scope: 'public',
  summary: 'A route whose query has a status of its own for one field',
  query: z.object({ time: noon, other: noon.optional() }),
  response: z.string(),
  invalidFieldStatus: { time: 400 },
  handle: () => Promise.resolve('done'),
});

const byBody = route({
  method: 'post',
  path: '/api/v2/things',
  scope: 'public',
  summary: 'A route whose body has a status of its own for one field',
  body: z.object({ time: noon, other: noon.optional() }),
  response: z.string(),
  invalidFieldStatus: { time: 400 },
  handle: () => Promise.resolve('done'),
});

const run = (input: { query?: Record<string, unknown>; body?: unknown }) =>
  runRoute(
    input.query ? byQuery : byBody,
    {
      context: undefined,
      params: {},
      query: input.query ?? {},
      body: input.body,
      signal: new AbortController().signal,
    },
    'throw',
  );

describe('invalidFieldStatus', () => {
  test('a good value passes', async () => {
    expect(await run({ query: { time: 'noon' } })).toMatchObject({ status: 200, data: 'done' });
    expect(await run({ body: { time: 'noon' } })).toMatchObject({ status: 200, data: 'done' });
  });

  test.each([
    ['against the rule', 'midnight'],
    ['empty', ''],
    ['NUL', 'no\u0000on'],
    ['half a surrogate pair', '\ud800'],
    ['several', ['noon', 'noon']],
    ['null', null],
    ['a number', 12],
  ])('a value that is there but bad has the status of its field: %s', async (_name, time) => {
    const error = { code: 'VAL_FIELD_INVALID', status: 400, fieldErrors: { time: [expect.any(String)] } };
    await expect(run({ body: { time } })).rejects.toMatchObject(error);
    await expect(run({ query: { time } })).rejects.toMatchObject(error);
  });

  test('a missing value keeps the status of its code', async () => {
    const error = { code: 'VAL_FIELD_REQUIRED', status: undefined };
    await expect(run({ body: {} })).rejects.toMatchObject(error);
    await expect(run({ query: {} })).rejects.toMatchObject(error);
  });

  test('another field, and several fields, keep the status of their code', async () => {
    const error = { code: 'VAL_FIELD_INVALID', status: undefined };
    await expect(run({ body: { time: 'noon', other: 'x' } })).rejects.toMatchObject(error);
    await expect(run({ body: { time: 'x', other: 'x' } })).rejects.toMatchObject(error);
    await expect(run({ query: { time: 'noon', constructor: '\u0000' } })).rejects.toMatchObject(error);
  });
});
