import { describe, expect, test } from '@jest/globals';
import type { StoredState } from '../consistency/stored-state.ts';
import { createExpectedState } from '../load/expected-state.ts';
import type { ExpectedState } from '../load/expected-state.ts';
import { findMessageProblems } from './find-message-problems.ts';
import type { WebhookMessage } from './webhook-receiver.ts';

const EMPTY = { revisions: new Map<string, number>(), contents: new Map<string, string>() };

const storedState = (part: Partial<StoredState> = {}): StoredState => ({
  memories: new Map(),
  successors: new Map(),
  relationshipIds: new Set(),
  documentIds: new Set(),
  items: EMPTY,
  superseded: EMPTY,
  relationships: new Map(),
  contradictions: new Map(),
  ...part,
});
const memoryAt = (revision: number) =>
  storedState({ memories: new Map([['m', { id: 'm', content: 'a', isActive: true, revision }]]) });
const expecting = (part: Partial<ExpectedState>): ExpectedState => ({ ...createExpectedState(), ...part });
const M = expecting({
  memories: new Map([['m', { presence: 'either', contents: ['a'], active: true, minRevision: 1 }]]),
});
const D = expecting({ documents: new Map([['d', { presence: 'there', content: 'a' }]]) });
const message = (type: string, revision = 1, id = 'm'): WebhookMessage => ({ type, id, revision });
const [CREATED, UPDATED, DELETED] = [
  message('memory.created'),
  message('memory.updated', 2),
  message('memory.deleted', 3),
];

describe('findMessageProblems', () => {
  test('reports nothing if each revision arrived in order, with repeated messages', () => {
    const repeated = [CREATED, CREATED, UPDATED, message('memory.created', 1, 'n'), UPDATED];
    expect(findMessageProblems(repeated, M, memoryAt(2))).toEqual([]);
    expect(findMessageProblems([CREATED, UPDATED, DELETED], M, storedState())).toEqual([]);
  });

  test.each<[string, WebhookMessage[], ExpectedState, StoredState, string]>([
    ['a lost change', [CREATED], M, memoryAt(2), 'webhook: no message about revision 2 of memory m'],
    [
      'a lost change before a later one',
      [CREATED, message('memory.updated', 3)],
      M,
      memoryAt(3),
      'webhook: no message about revision 2 of memory m',
    ],
    [
      'a lost change before the deletion',
      [CREATED, DELETED],
      M,
      storedState(),
      'webhook: no message about revision 2 of deleted object m',
    ],
    ['a lost deletion', [CREATED], M, storedState(), 'webhook: no message memory.deleted about m'],
    [
      'a lost document',
      [],
      D,
      storedState({ documentIds: new Set(['d']) }),
      'webhook: no message document.created about d',
    ],
    [
      'a lost relationship',
      [],
      expecting({}),
      storedState({ relationships: new Map([['r', 1]]) }),
      'webhook: no message about revision 1 of relationship r',
    ],
    [
      'a lost contradiction',
      [],
      expecting({}),
      storedState({ contradictions: new Map([['c', 1]]) }),
      'webhook: no message about revision 1 of contradiction c',
    ],
    [
      'an earlier change after a later one',
      [CREATED, UPDATED, CREATED],
      M,
      memoryAt(2),
      'webhook: memory.created about m has revision 1, but arrived after revision 2',
    ],
  ])('reports %s', (_problem, messages, expected, stored, problem) => {
    expect(findMessageProblems(messages, expected, stored)).toEqual([problem]);
  });
});
