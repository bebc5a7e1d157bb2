import { describe, expect, test } from '@jest/globals';
import { expectNothing } from '../load/expected.ts';
import type { Expected, ExpectedMemory } from '../load/expected.ts';
import { lossesOf } from './losses.ts';
import type { StoredMemory, Truth } from './truth.ts';

const memory = (part: Partial<ExpectedMemory> = {}): ExpectedMemory => ({
  ...{ presence: 'there', contents: ['a'], active: true, leastRevision: 1 },
  ...part,
});
const stored = (id: string, part: Partial<StoredMemory> = {}): StoredMemory => ({
  ...{ id, content: 'a', isActive: true, revision: 1 },
  ...part,
});

function expecting(memories: Record<string, ExpectedMemory>, part: Partial<Expected> = {}): Expected {
  return { ...expectNothing(), memories: new Map(Object.entries(memories)), ...part };
}

function truth(memories: readonly StoredMemory[], part: Partial<Truth> = {}): Truth {
  return {
    memories: new Map(memories.map((each) => [each.id, each])),
    ...{ successors: new Map(), relationshipIds: new Set(), documentIds: new Set() },
    ...{ searchable: new Map(), contents: new Map(), relationships: new Map() },
    ...part,
  };
}

describe('lossesOf', () => {
  test('nothing when all is as acknowledged, and where an answer was missing either way', () => {
    const expected = expecting(
      { m1: memory(), m2: memory({ presence: 'gone' }), m3: memory({ presence: 'either' }) },
      { unansweredContents: new Set(['maybe']) },
    );
    expect(lossesOf(expected, truth([stored('m1')]))).toEqual([]);
    expect(
      lossesOf(expected, truth([stored('m1'), stored('m3'), stored('m4', { content: 'maybe' })])),
    ).toEqual([]);
  });

  test.each<[string, Expected, Truth, string]>([
    ['a lost memory', expecting({ m: memory() }), truth([]), 'memory m is lost'],
    [
      'a memory that was deleted',
      expecting({ m: memory({ presence: 'gone' }) }),
      truth([stored('m')]),
      'memory m was deleted and is there',
    ],
    [
      'a content from before an update',
      expecting({ m: memory({ contents: ['b'] }) }),
      truth([stored('m')]),
      'memory m is "a" instead of "b"',
    ],
    [
      'a revision from before',
      expecting({ m: memory({ leastRevision: 3 }) }),
      truth([stored('m', { revision: 2 })]),
      'memory m has revision 2 after 3 acknowledged writes',
    ],
    ['a memory that nobody wrote', expecting({}), truth([stored('m')]), 'memory m was never written: "a"'],
    [
      'half of an evolution without an answer',
      expecting({ m: memory({ active: 'either' }) }),
      truth([stored('m', { isActive: false })]),
      'memory m is not active, its next version is missing',
    ],
    [
      'a lost relationship',
      expecting(
        { m: memory(), n: memory() },
        { relationships: new Map([['r', { presence: 'there', fromId: 'm', toId: 'n' }]]) },
      ),
      truth([stored('m'), stored('n')]),
      'relationship r is lost',
    ],
    [
      'a relationship that outlived its end',
      expecting(
        { m: memory(), n: memory({ presence: 'gone' }) },
        { relationships: new Map([['r', { presence: 'there', fromId: 'm', toId: 'n' }]]) },
      ),
      truth([stored('m')], { relationshipIds: new Set(['r']) }),
      'relationship r is there without m or n',
    ],
    [
      'a lost document',
      expecting({}, { documents: new Map([['d', { presence: 'there', content: 'a' }]]) }),
      truth([]),
      'document d is lost',
    ],
  ])('%s', (_, expected, found, loss) => {
    expect(lossesOf(expected, found)).toEqual([loss]);
  });
});
