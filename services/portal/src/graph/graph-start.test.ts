import { describe, expect, test } from '@jest/globals';
import { readGraphStart } from './graph-start.ts';

const ID = '01a2018e-850c-7000-bee0-3ea9bd90741f';

describe('readGraphStart', () => {
  test.each([
    [{}, { kind: 'recent' }],
    [{ q: '  ' }, { kind: 'recent' }],
    [{ q: ' tea ' }, { kind: 'search', query: 'tea' }],
    [{ q: '#Green Tea' }, { kind: 'tag', tag: 'green-tea' }],
    [{ tag: 'Tea' }, { kind: 'tag', tag: 'tea' }],
    [
      { tag: 'tea', q: 'coffee' },
      { kind: 'tag', tag: 'tea' },
    ],
    [{ start: ID.toUpperCase() }, { kind: 'memory', id: ID }],
    [
      { start: ID, q: 'tea' },
      { kind: 'memory', id: ID },
    ],
    [{ q: ['tea', 'coffee'] }, { kind: 'recent' }],
    [{ q: '#' }, { kind: 'search', query: '#' }],
  ])('reads %j', (query, start) => {
    expect(readGraphStart(query)).toEqual(start);
  });

  test('returns null for a start that is not an ID', () => {
    expect(readGraphStart({ start: 'x' })).toBeNull();
  });

  test('shortens a long search to the limit of the API', () => {
    expect(readGraphStart({ q: 'x'.repeat(5_000) })).toEqual({ kind: 'search', query: 'x'.repeat(4_000) });
  });
});
