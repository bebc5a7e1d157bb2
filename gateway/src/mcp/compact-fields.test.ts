import { describe, expect, test } from '@jest/globals';
import { compactListedMemory, compactMemory, withoutRepeatedTimes } from './compact-fields.ts';

const TIME = '2026-01-01T10:00:00.500Z';
const LATER = '2026-01-02T10:00:00.500Z';
const usual = {
  memory_type: 'fact',
  source_type: 'direct_input',
  importance: 0.5,
  access_count: 0,
  version: 1,
  is_active: true,
  validity: 'current',
};

describe('compactListedMemory', () => {
  test('keeps the id, the content, the tags and the date', () => {
    const memory = { id: 'a', content: 'Tea.', tags: ['tea'], created_at: TIME, occurred_at: TIME, ...usual };
    expect(compactListedMemory(memory)).toEqual({
      id: 'a',
      content: 'Tea.',
      tags: ['tea'],
      created_at: '2026-01-01',
    });
  });

  test.each([
    ['memory_type', 'task'],
    ['source_type', 'document_upload'],
    ['importance', 0],
    ['access_count', 1],
    ['version', 2],
    ['is_active', false],
    ['validity', 'superseded'],
  ])('keeps the %s %j', (name, value) => {
    expect(compactListedMemory({ ...usual, [name]: value })).toEqual({ [name]: value });
  });

  test('keeps the date of the event if it differs from the date of the creation', () => {
    expect(compactListedMemory({ created_at: TIME, occurred_at: LATER })).toEqual({
      created_at: '2026-01-01',
      occurred_at: '2026-01-02',
    });
  });
});

describe('compactMemory', () => {
  const memory = { id: 'a', memory_type: 'fact', is_active: true, pinned: false, created_at: TIME };

  test('keeps the type, the states and the whole time', () => {
    expect(compactMemory(memory)).toEqual(memory);
  });

  test('omits internal fields, empty metadata, a zero access count and repeated times', () => {
    const internal = { user_id: 'u', surprise_score: 1, embedding_status: 'completed', metadata: {} };
    const repeated = { source_type: 'direct_input', access_count: 0, occurred_at: TIME, updated_at: TIME };
    expect(compactMemory({ ...memory, ...internal, ...repeated })).toEqual(memory);
  });

  test('keeps a failed embedding, metadata, another source, accesses and other times', () => {
    const others = { embedding_status: 'failed', metadata: { a: 1 }, source_type: 'conversation' };
    const times = { access_count: 2, occurred_at: LATER, updated_at: LATER };
    expect(compactMemory({ ...memory, ...others, ...times })).toEqual({ ...memory, ...others, ...times });
  });

  test('returns the other memory of each relationship', () => {
    const edge = { id: 'e', relationship_type: 'supports', strength: 0.5, confidence: 0.8, created_at: TIME };
    const relationships = [
      { ...edge, from_id: 'a', to_id: 'b' },
      { ...edge, from_id: 'c', to_id: 'a' },
    ];
    expect(compactMemory({ relationships }, 'a')).toEqual({
      relationships: [
        { relationship_type: 'supports', to_id: 'b', strength: 0.5 },
        { relationship_type: 'supports', from_id: 'c', strength: 0.5 },
      ],
    });
  });
});

describe('withoutRepeatedTimes', () => {
  test('keeps other fields that are equal to created_at', () => {
    const fields = { created_at: TIME, valid_from: TIME };
    expect(withoutRepeatedTimes({ ...fields, occurred_at: TIME })).toEqual(fields);
  });
});
