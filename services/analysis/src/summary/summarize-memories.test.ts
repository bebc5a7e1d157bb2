import { describe, expect, test } from '@jest/globals';
import { keyTopics, summarizeMemories } from './summarize-memories.ts';

const memory = (content: string, more: object = {}) => ({
  content,
  memoryType: 'fact',
  importance: 0.5,
  occurredAt: new Date('2026-06-15T12:00:00Z'),
  ...more,
});

describe('summarizeMemories', () => {
  test('returns a text with the memory types, key topics, relationships and average importance', () => {
    const { summary } = summarizeMemories(
      [
        memory('Postgres migration', { memoryType: 'task', importance: 0.9 }),
        memory('The migration went well'),
        memory('Another migration of Postgres'),
      ],
      new Map([
        ['supports', 2],
        ['causes', 1],
      ]),
    );
    expect(summary).toBe(
      '3 memories: 2 fact, 1 task. Key topics: migration, postgres. Relationships: 2 supports, 1 causes. Average importance: 0.63.',
    );
  });

  test('returns the number of memories, counts by memory and relationship type, and the time range', () => {
    const summary = summarizeMemories(
      [memory('a'), memory('b', { occurredAt: new Date('2026-06-14T10:30:00Z') })],
      new Map([['supports', 1]]),
    );
    expect(summary).toMatchObject({
      memoryCount: 2,
      memoryTypes: { fact: 2 },
      relationships: [
        { type: 'supports', count: 1, description: '1 relationship: a memory supports another' },
      ],
      timeRange: {
        oldest: new Date('2026-06-14T10:30:00Z'),
        newest: new Date('2026-06-15T12:00:00Z'),
        spanHours: 25.5,
      },
    });
  });

  test('does not mention relationships in the text if the caller excludes relationships', () => {
    const { summary, relationships } = summarizeMemories([memory('Postgres')], null);
    expect(summary).toBe('1 memory: 1 fact. Key topics: postgres. Average importance: 0.50.');
    expect(relationships).toEqual([]);
  });

  test('returns "No memories found" if there are no memories', () => {
    expect(summarizeMemories([], new Map())).toEqual({
      summary: 'No memories found',
      memoryCount: 0,
      memoryTypes: {},
      relationships: [],
      timeRange: { oldest: null, newest: null, spanHours: 0 },
    });
  });
});

describe('keyTopics', () => {
  test('returns only words of at least 6 characters', () => {
    expect(keyTopics([memory('apple banana banana apple apple')])).toEqual(['banana']);
  });

  test('measures the length of Cyrillic words in characters', () => {
    expect(keyTopics([memory('ёжики ёжички')])).toEqual(['ёжички']);
  });

  test('reads only the first 10 memories', () => {
    const memories = Array.from({ length: 12 }, (_, i) => memory(i < 10 ? 'garden' : 'kitchen kitchen'));
    expect(keyTopics(memories)).toEqual(['garden']);
  });

  test('returns the most frequent words first, and equally frequent words in the order of the text', () => {
    expect(keyTopics([memory('violin guitar guitar cello trumpet')])).toEqual([
      'guitar',
      'violin',
      'trumpet',
    ]);
  });

  test('excludes stop words and numbers', () => {
    expect(keyTopics([memory('because through 20260615 yesterday')])).toEqual([]);
  });
});
