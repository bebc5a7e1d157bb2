import { describe, expect, test } from '@jest/globals';
import {
  buildMemory,
  changeMemory,
  requireCheckpointName,
  readConversationId,
  nextVersion,
  deactivate,
} from './memory.ts';
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
  ])('%j changes nothing: it is the same object', (change) => {
    const before = memory();
    expect(changeMemory(before, change, LATER)).toBe(before);
  });

  test('raises the revision and updatedAt, and leaves what was given untouched', () => {
    const before = memory();
    const copy = structuredClone(before);
    const after = changeMemory(before, { importance: 0.6 }, LATER);
    expect(after).toEqual({ ...copy, importance: 0.6, revision: 2, updatedAt: LATER });
    expect(before).toEqual(copy);
  });

  test('only a change of the content makes the embedding pending, with the next content revision', () => {
    const embedded: Memory = { ...memory(), embeddingStatus: 'completed' };
    expect(changeMemory(embedded, { metadata: {} }, LATER)).toMatchObject({
      embeddingStatus: 'completed',
      contentRevision: 1,
    });
    expect(changeMemory(embedded, { content: 'd' }, LATER)).toMatchObject({
      embeddingStatus: 'pending',
      contentRevision: 2,
    });
  });

  test('a change of the metadata moves the memory between conversations', () => {
    const talk = memory({ metadata: { conversation_id: 'talk' } });
    expect(changeMemory(talk, { importance: 1 }, LATER).conversationId).toBe('talk');
    expect(changeMemory(talk, { metadata: { conversation_id: 'other' } }, LATER).conversationId).toBe(
      'other',
    );
    expect(changeMemory(talk, { metadata: {} }, LATER).conversationId).toBeNull();
  });

  test('a conversation that metadata never named is left only for one that it names', () => {
    const talk = { ...memory({ metadata: {} }), conversationId: 'of a person' };
    expect(changeMemory(talk, { metadata: { mood: 'calm' } }, LATER).conversationId).toBe('of a person');
    const named = { metadata: { conversation_id: 'talk' } };
    expect(changeMemory(talk, named, LATER).conversationId).toBe('talk');
  });
});

test.each([
  ['talk', 'talk'],
  ['😀'.repeat(200), '😀'.repeat(200)],
  ['x'.repeat(201), null],
  ['', null],
  [5, null],
  [undefined, null],
])('metadata.conversation_id (string, 1-200 characters) %#', (named, expected) => {
  expect(readConversationId({ conversation_id: named })).toBe(expected);
});

describe('checkpointName', () => {
  test('is the name of a checkpoint, and null for other types', () => {
    expect(requireCheckpointName('checkpoint', { name: ' v1 ' })).toBe(' v1 ');
    expect(requireCheckpointName('fact', { name: 'v1' })).toBeNull();
    expect(requireCheckpointName('checkpoint', { name: '😀'.repeat(200) })).toHaveLength(400);
  });

  test.each([
    [{}, 'VAL_FIELD_REQUIRED'],
    [{ name: null }, 'VAL_FIELD_REQUIRED'],
    [{ name: 5 }, 'VAL_FIELD_INVALID'],
    [{ name: '  ' }, 'VAL_FIELD_INVALID'],
    [{ name: 'x'.repeat(201) }, 'VAL_FIELD_TOO_LONG'],
  ])('%j is refused', (metadata, code) => {
    expect(() => requireCheckpointName('checkpoint', metadata)).toThrow(expect.objectContaining({ code }));
  });
});

test('a version that follows has the chain, type, tags, importance and metadata of the one before', () => {
  const before = {
    ...memory({ memoryType: 'task', importance: 0.9 }),
    version: 4,
    chainId: 'chain',
    revision: 7,
  };
  const after = nextVersion(before, before, { content: 'new', userId: 'bob', id: 'next', now: LATER });
  expect(after).toMatchObject({
    id: 'next',
    userId: 'bob',
    content: 'new',
    memoryType: 'task',
    importance: 0.9,
    tags: ['x'],
    metadata: { a: 1 },
    version: 5,
    chainId: 'chain',
    revision: 1,
    isActive: true,
    createdAt: LATER,
  });
});

test('a retired version is inactive, one revision on', () => {
  expect(deactivate(memory(), 'deprecated', LATER)).toMatchObject({
    lifecycleState: 'deprecated',
    isActive: false,
    revision: 2,
    updatedAt: LATER,
    createdAt: NOW,
  });
});
