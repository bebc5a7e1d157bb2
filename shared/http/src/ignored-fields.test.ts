import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ignoredFieldWarnings } from './ignored-fields.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';

const routeWith = (options: Partial<Pick<Route, 'reads' | 'canWaitForSearch' | 'body'>>): Route =>
  route({
    method: 'post',
    path: '/x',
    scope: 'write',
    summary: 's',
    query: z.object({ page: z.string().optional() }),
    body: z.object({ content: z.string() }),
    response: null,
    handle: () => Promise.reject(new Error('Unexpected call.')),
    ...options,
  } as Parameters<typeof route>[0]);

const warn = (
  request: { query?: Record<string, unknown>; body?: unknown },
  prefer?: string,
  tested = routeWith({}),
) => ignoredFieldWarnings(tested, { query: {}, body: {}, ...request }, prefer);

describe('ignoredFieldWarnings', () => {
  test('returns a warning for each unknown query parameter and field', () => {
    expect(warn({ query: { page: '1', limit: '2' }, body: { content: 'x', expires: 1 } })).toEqual([
      'The query parameter limit is unknown and was ignored.',
      'The field expires is unknown and was ignored.',
    ]);
  });

  test('knows the parameters that the gateway handles, if the route accepts them', () => {
    const query = { wait_ms: '1', require_fresh: 'true', wait_for: 'searchable' };
    expect(warn({ query })).toHaveLength(3);
    expect(warn({ query }, undefined, routeWith({ reads: ['search'] }))).toEqual([
      'The query parameter wait_for is unknown and was ignored.',
    ]);
    expect(warn({ query }, undefined, routeWith({ reads: ['search'], canWaitForSearch: true }))).toEqual([]);
  });

  test('ignores the body of an upload', () => {
    expect(warn({ body: { any: 1 } }, undefined, routeWith({ body: 'multipart' }))).toEqual([]);
  });

  test.each(['handling=strict', 'respond-async, Handling="strict"', 'handling = strict; x=1'])(
    'throws VAL_FIELD_UNKNOWN for the preference %s',
    (prefer) => {
      expect(() => warn({ query: { limit: '2' }, body: { filter: 1 } }, prefer)).toThrow(
        expect.objectContaining({
          code: 'VAL_FIELD_UNKNOWN',
          message: 'Unknown: limit, filter.',
          fieldErrors: {
            limit: ['This query parameter is unknown.'],
            filter: ['This field is unknown.'],
          },
        }),
      );
    },
  );

  test.each(['handling=lenient', 'handling=strictly', 'respond-async'])(
    'returns warnings for the preference %s',
    (prefer) => {
      expect(warn({ query: { limit: '2' } }, prefer)).toHaveLength(1);
    },
  );

  test('does not throw without unknown fields', () => {
    expect(warn({ body: { content: 'x' } }, 'handling=strict')).toEqual([]);
  });

  test('lists at most 50 fields in an error', () => {
    const body = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`field${i}`, 1]));
    expect(() => warn({ body }, 'handling=strict')).toThrow(
      expect.objectContaining({ details: { problems_omitted: 10 } }),
    );
  });
});
