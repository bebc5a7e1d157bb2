import { describe, expect, test } from '@jest/globals';
import { TOOLS } from '@loci/gateway';
import { inputBounds } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { adminRoutes, ownGatewayRoutes, serviceRoutes } from './service-routes.ts';

/** Lists the unbounded inputs of routes, for example `post /api/v2/memories body: tags[] (string)`. */
const unboundedInputs = (routes: readonly Route[]): string[] =>
  routes.flatMap(({ method, path, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema === undefined || typeof schema === 'string'
        ? []
        : inputBounds(schema).unbounded.map((found) => `${method} ${path} ${part}: ${found}`),
    ),
  );

const TABLES = { ...serviceRoutes(), gateway: ownGatewayRoutes(), 'admin API': adminRoutes() };

describe('the maximum size of inputs', () => {
  test.each(Object.entries(TABLES))('is set in all routes of %s', (_name, routes) => {
    expect(routes.length).toBeGreaterThan(0);
    expect(unboundedInputs(routes)).toEqual([]);
  });

  test.each(TOOLS.map((tool) => [tool.name, tool] as const))('is set in the MCP tool %s', (_name, tool) => {
    expect(inputBounds(tool.input).unbounded).toEqual([]);
  });

  test('is reported as missing for an array, a string and a record of a route', () => {
    const seeded = {
      method: 'post',
      path: '/x',
      params: z.object({ name: z.string() }),
      query: z.object({ types: z.array(z.enum(['a', 'b'])).nullish() }),
      body: z.object({ metadata: z.record(z.string(), z.unknown()).default({}) }),
    } as unknown as Route;
    expect(unboundedInputs([seeded])).toEqual([
      'post /x params: name (string)',
      'post /x query: types (array)',
      'post /x body: metadata (record)',
    ]);
  });
});
