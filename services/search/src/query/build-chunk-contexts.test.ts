import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import { joinTextRanges } from '@loci/core';
import fc from 'fast-check';
import type { IndexedItem } from '../items/indexed-item.ts';
import { buildChunkContexts, contextRanges } from './build-chunk-contexts.ts';

const slice = (text: string, start: number, end: number) => ({
  content: Array.from(text).slice(start, end).join(''),
  start,
  end,
});

describe('joinTextRanges', () => {
  test('restores the original text from parts with any overlap', async () => {
    const cuts = fc.tuple(
      fc.string({ unit: 'grapheme', minLength: 2 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    );
    await assertProperty(
      fc.property(cuts, fc.nat(10), ([text, raw], overlap) => {
        const length = Array.from(text).length;
        const ends = [...new Set([...raw.map((n) => 1 + (n % length)), length])].sort((a, b) => a - b);
        const chunks = ends.map((end, i) =>
          slice(text, i === 0 ? 0 : Math.max(0, ends[i - 1]! - overlap), end),
        );
        expect(joinTextRanges(chunks)).toBe(text);
      }),
      { runs: 1_000 },
    );
  });
});

describe('buildChunkContexts', () => {
  const chunk = (index: number, part: Partial<IndexedItem> = {}): IndexedItem => ({
    tenantId: 't',
    id: `chunk-${index}`,
    revision: 1,
    content: `Sentence ${index}.`,
    sourceType: 'document_upload',
    memoryType: null,
    importance: null,
    confidence: null,
    userId: 'u',
    tags: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    metadata: { start_char: index * 12, end_char: index * 12 + 11 },
    documentId: 'd',
    chunkIndex: index,
    totalChunks: 9,
    conversationId: null,
    ...part,
  });
  const all = Array.from({ length: 9 }, (_, i) => chunk(i));
  /** Builds contexts from the chunks of the document in the required ranges. */
  function contextsOf(items: readonly IndexedItem[], neighborCount: number): Map<string, string> {
    const ranges = contextRanges(items, neighborCount);
    const inRanges = all.filter((item) =>
      ranges.some(({ first, last }) => item.chunkIndex! >= first && item.chunkIndex! <= last),
    );
    return buildChunkContexts(items, inRanges, neighborCount);
  }

  test('adds the chunks before and after a chunk', () => {
    const contexts = contextsOf([all[4]!], 1);
    expect(contexts.get('chunk-4')).toBe('Sentence 3.\nSentence 4.\nSentence 5.');
  });

  test('adds fewer chunks at the edges of a document', () => {
    const contexts = contextsOf([all[0]!], 1);
    expect(contexts.get('chunk-0')).toBe('Sentence 0.\nSentence 1.');
  });

  test('returns no contexts for a neighbor count of 0', () => {
    expect([...contextsOf([all[2]!], 0)]).toEqual([]);
  });

  test('returns no context for a memory', () => {
    const memory = chunk(1, { id: 'memory', documentId: null, chunkIndex: null });
    expect(contextsOf([memory, all[2]!], 1).has('memory')).toBe(false);
  });
});
