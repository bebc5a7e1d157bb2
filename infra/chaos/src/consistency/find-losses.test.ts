import { describe, expect, test } from '@jest/globals';
import { createExpectedState } from '../load/expected-state.ts';
import type { ExpectedState, ExpectedMemory } from '../load/expected-state.ts';
import { findLosses } from './find-losses.ts';
import type { StoredMemory, StoredState } from './stored-state.ts';

const memory = (part: Partial<ExpectedMemory> = {}): ExpectedMemory => ({
  ...{ presence: 'there', contents: ['a'], active: true, minRevision: 1 },
  ...part,
});
const stored = (id: string, part: Partial<StoredMemory> = {}): StoredMemory => ({
  ...{ id, content: 'a', isActive: true, revision: 1 },
  ...part,
});

function expecting(
  memories: Record<string, ExpectedMemory>,
  part: Partial<ExpectedState> = {},
): ExpectedState {
  return { ...createExpectedState(), memories: new Map(Object.entries(memories)), ...part };
}

const EMPTY = { revisions: new Map<string, number>(), contents: new Map<string, string>() };

function storedState(memories: readonly StoredMemory[], part: Partial<StoredState> = {}): StoredState {
  return {
    memories: new Map(memories.map((each) => [each.id, each])),
    ...{ successors: new Map(), relationshipIds: new Set(), documentIds: new Set() },
    items: EMPTY,
    superseded: EMPTY,
    relationships: new Map(),
    contradictions: new Map(),
    ...part,
  };
}

describe('findLosses', () => {
  test('reports nothing if the stored state matches, whether or not a write without a response was stored', () => {
    const expected = expecting(
      { m1: memory(), m2: memory({ presence: 'gone' }), m3: memory({ presence: 'either' }) },
      { uncertainContents: new Set(['maybe']) },
    );
    expect(findLosses(expected, storedState([stored('m1')]))).toEqual([]);
    expect(
      findLosses(expected, storedState([stored('m1'), stored('m3'), stored('m4', { content: 'maybe' })])),
    ).toEqual([]);
  });

  test.each<[string, ExpectedState, StoredState, string]>([
    ['a lost memory', expecting({ m: memory() }), storedState([]), 'memory m is lost'],
    [
      'a deleted memory that still exists',
      expecting({ m: memory({ presence: 'gone' }) }),
      storedState([stored('m')]),
      'memory m was deleted but exists',
    ],
    [
      'a memory with the content from before an acknowledged update',
      expecting({ m: memory({ contents: ['b'] }) }),
      storedState([stored('m')]),
      'memory m contains "a" instead of "b"',
    ],
    [
      'a memory with a revision below the number of acknowledged writes',
      expecting({ m: memory({ minRevision: 3 }) }),
      storedState([stored('m', { revision: 2 })]),
      'memory m has revision 2 after 3 acknowledged writes',
    ],
    [
      'a memory that was never written',
      expecting({}),
      storedState([stored('m')]),
      'memory m was never written: "a"',
    ],
    [
      'an evolution without a response that was only half stored',
      expecting({ m: memory({ active: 'either' }) }),
      storedState([stored('m', { isActive: false })]),
      'memory m is not active and its next version is missing',
    ],
    [
      'a lost relationship',
      expecting(
        { m: memory(), n: memory() },
        { relationships: new Map([['r', { presence: 'there', fromId: 'm', toId: 'n' }]]) },
      ),
      storedState([stored('m'), stored('n')]),
      'relationship r is lost',
    ],
    [
      'a relationship whose memory was deleted',
      expecting(
        { m: memory(), n: memory({ presence: 'gone' }) },
        { relationships: new Map([['r', { presence: 'there', fromId: 'm', toId: 'n' }]]) },
      ),
      storedState([stored('m')], { relationshipIds: new Set(['r']) }),
      'relationship r exists without m or n',
    ],
    [
      'a lost document',
      expecting({}, { documents: new Map([['d', { presence: 'there', content: 'a' }]]) }),
      storedState([]),
      'document d is lost',
    ],
  ])('reports %s', (_, expected, found, loss) => {
    expect(findLosses(expected, found)).toEqual([loss]);
  });
});
