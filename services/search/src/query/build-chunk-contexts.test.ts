import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import type { IndexedItem } from '../items/indexed-item.ts';
import { buildChunkContexts, joinChunks } from './build-chunk-contexts.ts';

const piece = (text: string, start: number, end: number) => ({
  content: Array.from(text).slice(start, end).join(''),
  metadata: { start_char: start, end_char: end },
});

describe('joinChunks: content_with_context repeats nothing', () => {
  test('what two chunks share stands once', () => {
    const text = 'The quick brown fox 😀 jumps over the lazy dog.';
    expect(joinChunks([piece(text, 0, 22), piece(text, 16, 35), piece(text, 30, 46)])).toBe(text);
  });

  test('a gap is a line break, chunks that touch are joined', () => {
    const text = 'One.  Two.Three.';
    expect(joinChunks([piece(text, 0, 4), piece(text, 6, 10), piece(text, 10, 16)])).toBe('One.\nTwo.Three.');
  });

  test('overlapping cuts of any text give the text back', async () => {
    const cuts = fc.tuple(
      fc.string({ unit: 'grapheme', minLength: 2 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    );
    await assertProperty(
      fc.property(cuts, fc.nat(10), ([text, raw], overlap) => {
        const length = Array.from(text).length;
        const ends = [...new Set([...raw.map((n) => 1 + (n % length)), length])].sort((a, b) => a - b);
        const chunks = ends.map((end, i) =>
          piece(text, i === 0 ? 0 : Math.max(0, ends[i - 1]! - overlap), end),
        );
        expect(joinChunks(chunks)).toBe(text);
      }),
      { runs: 1_000 },
    );
  });
});

describe('chunkContexts', () => {
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
  const index = {
    chunks: (_: string, ranges: readonly { first: number; last: number }[]) =>
      Promise.resolve(
        all.filter((item) => ranges.some((r) => item.chunkIndex! >= r.first && item.chunkIndex! <= r.last)),
      ),
  };

  test('surrounding chunks before and after, fewer at the edges of the document', async () => {
    const contexts = await buildChunkContexts(index, 't', [all[4]!, all[0]!], 1);
    expect(contexts.get('chunk-4')).toBe('Sentence 3.\nSentence 4.\nSentence 5.');
    expect(contexts.get('chunk-0')).toBe('Sentence 0.\nSentence 1.');
  });

  test('equals content when include_neighbors is 0; a memory has none', async () => {
    const memory = chunk(1, { id: 'memory', documentId: null, chunkIndex: null });
    const contexts = await buildChunkContexts(index, 't', [all[2]!, memory], 0);
    expect([...contexts]).toEqual([['chunk-2', 'Sentence 2.']]);
  });
});
