import { describe, expect, test } from '@jest/globals';
import { findSpeakers } from './find-speakers.ts';

const turns = (count: number, content: string, memoryType = 'conversation') =>
  Array.from({ length: count }, () => ({ content, memoryType }));

describe('findSpeakers', () => {
  test('returns the words of the names of speakers with three or more conversation turns', () => {
    expect(
      findSpeakers([
        ...turns(3, 'Caroline: hi'),
        ...turns(4, 'Jean-Luc Picard: engage'),
        ...turns(2, 'Bob: hm'),
      ]),
    ).toEqual(new Set(['caroline', 'jean', 'luc', 'picard']));
  });

  test('ignores names before a colon in memories that are not of the type conversation', () => {
    expect(findSpeakers(turns(9, 'Kubernetes: upgrade is due', 'task'))).toEqual(new Set());
  });

  test('ignores a sentence before a colon', () => {
    expect(findSpeakers(turns(9, 'We agreed on this: no meetings. '))).toEqual(new Set());
  });
});
