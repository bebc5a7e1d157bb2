import { describe, expect, test } from '@jest/globals';
import { routeTable } from './route-table.ts';

const routes = [
  { method: 'get', path: '/memories' },
  { method: 'post', path: '/memories' },
  { method: 'get', path: '/memories/:memory_id' },
  { method: 'post', path: '/memories/contradictions' },
  { method: 'get', path: '/memories/:memory_id/tags' },
  { method: 'delete', path: '/relationships/between' },
  { method: 'delete', path: '/relationships/:id' },
] as const;
const find = routeTable(routes);

describe('routeTable', () => {
  test.each([
    ['GET', '/memories', '/memories', {}],
    ['GET', '/memories/', '/memories', {}],
    ['HEAD', '/memories/5', '/memories/:memory_id', { memory_id: '5' }],
    ['get', '/memories/5/tags', '/memories/:memory_id/tags', { memory_id: '5' }],
    ['DELETE', '/relationships/between', '/relationships/between', {}],
    ['DELETE', '/relationships/7', '/relationships/:id', { id: '7' }],
    ['POST', '/memories/contradictions', '/memories/contradictions', {}],
  ])('finds the route of %s %s', (method, path, route, params) => {
    expect(find(method, path)).toMatchObject({ kind: 'found', route: { path: route }, params });
  });

  test('returns the allowed methods if the path does not support the method of the request', () => {
    expect(find('PATCH', '/memories')).toEqual({ kind: 'wrong-method', allowed: ['GET', 'POST'] });
    expect(find('PUT', '/relationships/between')).toEqual({ kind: 'wrong-method', allowed: ['DELETE'] });
  });

  test('does not find a route with a path parameter if a literal path matches with another method', () => {
    expect(find('GET', '/memories/contradictions')).toEqual({ kind: 'wrong-method', allowed: ['POST'] });
    expect(find('GET', '/memories/contradictions/tags')).toMatchObject({
      kind: 'found',
      params: { memory_id: 'contradictions' },
    });
  });

  test.each(['/', '', '/memory', '/memories/5/6/7', '/MEMORIES', '//memories', '/memories/5/'.repeat(2)])(
    'finds no route for the path %j',
    (path) => {
      expect(find('GET', path)).toEqual({ kind: 'unknown' });
    },
  );
});
