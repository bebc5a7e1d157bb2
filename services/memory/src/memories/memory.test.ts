import { describe, expect, test } from '@jest/globals';
import { MIN_VALIDITY_TIME } from '@loci/contracts';
import { closeValidity, validityPeriod } from './validity.ts';
import { buildMemory, changeMemory, deactivate, nextVersion, readConversationId } from './memory.ts';
import type { Memory, NewMemory } from './memory.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-01-02T00:00:00Z');
const memory = (fields: Partial<NewMemory> = {}): Memory =>
  buildMemory(
    { tenantId: 'tenant', userId: 'ada' },
    {
      content: 'c',
      memoryType: 'fact',
      importance: 0.5,
      confidence: 0.8,
      sourceType: 'direct_input',
      metadata: { a: 1, b: { c: [2] } },
      tags: ['x'],
      ...fields,
    },
    'id',
    NOW,
  );

describe('changeMemory', () => {
  test.each([
    {},
    { content: 'c' },
    { metadata: { b: { c: [2] }, a: 1 } },
    { tags: ['x'], importance: 0.5 },
    { content: undefined },
  ])('returns the same object for the change %p, which contains no new value', (change) => {
    const before = memory();
    expect(changeMemory(before, change, LATER)).toBe(before);
  });

  test('returns the next revision with a new updatedAt', () => {
    const before = memory();
    const after = changeMemory(before, { importance: 0.6 }, LATER);
    expect(after).toEqual({ ...before, importance: 0.6, revision: 2, updatedAt: LATER });
  });

  test('does not modify the given memory', () => {
    const before = memory();
    const copy = structuredClone(before);
    changeMemory(before, { importance: 0.6 }, LATER);
    expect(before).toEqual(copy);
  });

  describe('embedding status', () => {
    const embedded: Memory = { ...memory(), embeddingStatus: 'completed' };

    test('a change of the metadata keeps the embedding status and the content revision', () => {
      expect(changeMemory(embedded, { metadata: {} }, LATER)).toMatchObject({
        embeddingStatus: 'completed',
        contentRevision: 1,
      });
    });

    test('a change of the content creates the next content revision with the embedding status pending', () => {
      expect(changeMemory(embedded, { content: 'd' }, LATER)).toMatchObject({
        embeddingStatus: 'pending',
        contentRevision: 2,
      });
    });
  });

  describe('conversation', () => {
    const named = memory({ metadata: { conversation_id: 'talk' } });
    const assigned = { ...memory({ metadata: {} }), conversationId: 'assigned' };
    const conversationAfter = (before: Memory, metadata: Record<string, unknown>) =>
      changeMemory(before, { metadata }, LATER).conversationId;

    test('a change without metadata keeps the conversation', () => {
      expect(changeMemory(named, { importance: 1 }, LATER).conversationId).toBe('talk');
    });

    test('metadata with another conversation_id moves the memory to that conversation', () => {
      expect(conversationAfter(named, { conversation_id: 'other' })).toBe('other');
      expect(conversationAfter(assigned, { conversation_id: 'other' })).toBe('other');
    });

    test('metadata without a conversation_id removes the memory from a conversation that the metadata named', () => {
      expect(conversationAfter(named, {})).toBeNull();
    });

    test('metadata without a conversation_id keeps the memory in a conversation that the service assigned', () => {
      expect(conversationAfter(assigned, { mood: 'calm' })).toBe('assigned');
    });
  });
});

describe('readConversationId', () => {
  test.each([
    ['returns a string', 'talk', 'talk'],
    ['accepts 200 code points', '😀'.repeat(200), '😀'.repeat(200)],
    ['returns null for 201 characters', 'x'.repeat(201), null],
    ['returns null for an empty string', '', null],
    ['returns null for a number', 5, null],
    ['returns null if the metadata has no conversation_id', undefined, null],
  ])('%s', (_behavior, conversationId, expected) => {
    expect(readConversationId({ conversation_id: conversationId })).toBe(expected);
  });
});

describe('nextVersion', () => {
  const template = {
    ...memory({ memoryType: 'task', importance: 0.9 }),
    version: 4,
    chainId: 'chain',
    revision: 7,
  };
  const next = nextVersion(template, template, { content: 'new', userId: 'bob', id: 'next', now: LATER });

  test('copies the type, importance, tags and metadata of the template', () => {
    expect(next).toMatchObject({ memoryType: 'task', importance: 0.9, tags: ['x'], metadata: { a: 1 } });
  });

  test('returns a version with the next version number in the chain of the current version', () => {
    expect(next).toMatchObject({ version: 5, chainId: 'chain' });
  });

  test('returns an active memory at revision 1 with the given content, user, id and time', () => {
    expect(next).toMatchObject({
      id: 'next',
      userId: 'bob',
      content: 'new',
      revision: 1,
      isActive: true,
      createdAt: LATER,
    });
  });
});

describe('validity', () => {
  test('the validity of the first version has no start, and that of a later version starts with its creation', () => {
    expect(validityPeriod(memory()).from).toEqual(MIN_VALIDITY_TIME);
    expect(validityPeriod({ ...memory(), version: 2 }).from).toEqual(NOW);
  });

  test('the validity of a version that an earlier release replaced ends with its replacement', () => {
    expect(validityPeriod(deactivate(memory(), 'evolved', 'next', LATER)).until).toEqual(LATER);
  });

  test('closing the validity keeps an earlier end', () => {
    const ended = memory({ validUntil: NOW });
    expect(closeValidity(ended, LATER).validUntil).toEqual(NOW);
  });
});

describe('deactivate', () => {
  test('returns the next revision as an inactive version', () => {
    expect(deactivate(memory(), 'deprecated', null, LATER)).toMatchObject({
      lifecycleState: 'deprecated',
      isActive: false,
      revision: 2,
      updatedAt: LATER,
      createdAt: NOW,
    });
  });
});
