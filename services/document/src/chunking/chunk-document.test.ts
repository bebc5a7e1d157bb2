import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { codePointLength } from '@loci/core';
import { codeStarts } from '../parsing/parse-code.ts';
import { markdownStarts } from '../parsing/parse-markdown.ts';
import { paragraphStarts } from '../parsing/parse-plain-text.ts';
import type { Block, ParsedDocument } from '../parsing/parsed-document.ts';
import { buildSourceDocument } from '../parsing/source-blocks.ts';
import { MAX_CHUNK_LENGTH, MAX_OVERLAP_LENGTH } from './chunk.ts';
import type { Chunk } from './chunk.ts';
import { chunkDocument } from './chunk-document.ts';

const LIMITS = { textLength: 100_000_000 };
const plain = (text: string): ParsedDocument =>
  buildSourceDocument(text, 'text/plain', paragraphStarts(text), LIMITS);
const markdown = (text: string): ParsedDocument =>
  buildSourceDocument(text, 'text/markdown', markdownStarts(text), LIMITS);
const python = (text: string): ParsedDocument =>
  buildSourceDocument(text, 'text/x-python', codeStarts(text, '.py'), LIMITS);

/** Builds a document with one block per item. Items set the attributes of their block. */
function documentOf(items: readonly (Partial<Block> & { content: string })[]): ParsedDocument {
  const blocks: Block[] = [];
  let text = '';
  for (const { content, ...attributes } of items) {
    if (text !== '') text += '\n\n';
    blocks.push({ kind: 'paragraph', ...attributes, start: text.length, end: text.length + content.length });
    text += content;
  }
  return { text, contentType: 'text/plain', blocks };
}

const WORDS =
  'The keeper of the lighthouse counted every ship that passed before the fog came in again'.split(' ');

/** Generates sentences of five to fifteen words, deterministically. */
function prose(sentences: number): string {
  return Array.from({ length: sentences }, (_, sentence) => {
    const words = Array.from(
      { length: 5 + ((sentence * 7) % 11) },
      (_, word) => WORDS[(sentence + word) % WORDS.length],
    );
    return `Sentence ${sentence} ${words.join(' ')}.`;
  }).join(' ');
}

/**
 * Checks that chunks are in ascending order and cover the whole text, and that their offsets are exact and
 * their lengths and overlaps are bounded.
 */
function expectValidChunks({ text }: ParsedDocument, chunks: readonly Chunk[]): void {
  const characters = Array.from(text);
  const covered = new Uint8Array(characters.length);
  chunks.forEach((chunk, index) => {
    expect(chunk.index).toBe(index);
    expect(chunk.content).toBe(characters.slice(chunk.startChar, chunk.endChar).join(''));
    expect(chunk.content.trim()).not.toBe('');
    expect(chunk.endChar - chunk.startChar).toBeLessThanOrEqual(MAX_CHUNK_LENGTH);
    covered.fill(1, chunk.startChar, chunk.endChar);
    const previous = chunks[index - 1];
    if (previous) {
      expect(chunk.startChar).toBeGreaterThan(previous.startChar);
      expect(chunk.endChar).toBeGreaterThan(previous.endChar);
      expect(previous.endChar - chunk.startChar).toBeLessThanOrEqual(MAX_OVERLAP_LENGTH);
    }
  });
  const missing = characters.filter((character, index) => covered[index] === 0 && /\S/u.test(character));
  expect(missing).toEqual([]);
}

describe('chunks of generated documents', () => {
  const fragment = fc.oneof(
    { weight: 4, arbitrary: fc.lorem({ mode: 'sentences', maxCount: 6 }) },
    fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\r\n', '\r', ' ', '\t', '    ', '\u3000', '\u2028'),
    fc.constantFrom(
      '# Title\n',
      '\n## Part\n\n',
      '- item\n',
      '```\ncode\n```\n',
      '| a | b |\n',
      '> quote\n',
      'def f(x):\n',
    ),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('人の記憶は複雑です。', '사람의 기억은 복잡합니다. ', 'ذاكرة الإنسان معقدة. '),
    fc.nat({ max: 900 }).map((length) => 'x'.repeat(length)),
    fc.nat({ max: 300 }).map((length) => '灯'.repeat(length)),
    fc.nat({ max: 300 }).map((length) => '👨‍👩‍👧'.repeat(length)),
    fc.nat({ max: 300 }).map((length) => `a${'\u0301'.repeat(length)}`),
    fc.nat({ max: 900 }).map((length) => ' '.repeat(length)),
  );
  const source = fc
    .array(fragment, { maxLength: 40 })
    .map((fragments) => `.${fragments.join('')}`.replaceAll('\u0000', '').toWellFormed());

  test.each([
    ['plain text', plain],
    ['Markdown', markdown],
    ['code', python],
  ] as const)('chunks of %s cover the whole text in order', async (_, parse) => {
    await assertProperty(
      fc.property(source, (text) => {
        const parsed = parse(text);
        expectValidChunks(parsed, chunkDocument(parsed));
      }),
      { runs: 600 },
    );
  });

  test('chunks of documents with pages do not cross a page', async () => {
    const item = fc.record({
      content: source.map((text) => text.trim()),
      kind: fc.constantFrom('paragraph' as const, 'heading' as const, 'table' as const, 'code' as const),
      page: fc.integer({ min: 1, max: 4 }),
      section: fc.constantFrom('A', 'A > B', 'C'),
    });
    await assertProperty(
      fc.property(fc.array(item, { minLength: 1, maxLength: 8 }), (items) => {
        const parsed = documentOf(items.toSorted((a, b) => a.page - b.page));
        const chunks = chunkDocument(parsed);
        expectValidChunks(parsed, chunks);
        const lastOfPage = new Map(
          parsed.blocks.map((block) => [block.page, codePointLength(parsed.text.slice(0, block.end))]),
        );
        for (const chunk of chunks)
          expect(chunk.endChar).toBeLessThanOrEqual(lastOfPage.get(chunk.metadata.page)!);
      }),
      { runs: 400 },
    );
  });

  test('chunkDocument returns the same chunks for the same document', () => {
    expect(chunkDocument(plain(prose(50)))).toEqual(chunkDocument(plain(prose(50))));
  });
});

describe('chunks of plain text', () => {
  const chunks = chunkDocument(plain(prose(200)));

  test('have a mean length between 340 and 420 code points', () => {
    const lengths = chunks.slice(0, -1).map((chunk) => chunk.endChar - chunk.startChar);
    expect(Math.min(...lengths)).toBeGreaterThan(250);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    expect(mean).toBeGreaterThan(340);
    expect(mean).toBeLessThan(420);
  });

  test('end at the end of a sentence', () => {
    for (const chunk of chunks) expect(chunk.content).toMatch(/\.$/);
  });

  test('repeat the end of the previous chunk', () => {
    chunks.forEach((chunk, index) => {
      const previous = chunks[index - 1];
      if (!previous) return;
      const overlap = previous.endChar - chunk.startChar;
      expect(overlap).toBeGreaterThanOrEqual(30);
      expect(chunk.content.slice(0, overlap)).toBe(previous.content.slice(-overlap));
      expect(chunk.content).toMatch(/^\S/);
    });
  });

  test('end at sentences instead of line ends in wrapped text', () => {
    const wrapped = prose(60).replace(/(.{60,70}) /g, '$1\r\n');
    for (const chunk of chunkDocument(plain(wrapped))) expect(chunk.content).toMatch(/\.$/);
  });

  test('end at the end of a paragraph if the chunk is long enough', () => {
    const paragraphs = Array.from({ length: 6 }, () =>
      prose(5)
        .slice(0, 340)
        .replace(/\W*\w*$/, '.'),
    );
    const parsed = plain(paragraphs.join('\n\n'));
    expect(chunkDocument(parsed).map((chunk) => chunk.content.slice(-20))).toEqual(
      paragraphs.map((paragraph) => paragraph.slice(-20)),
    );
  });

  test('end at full stops in languages without spaces', () => {
    const parsed = plain('灯台守は毎晩、沖を通る船の数を数えていた。'.repeat(60));
    const japanese = chunkDocument(parsed);
    expect(japanese.length).toBeGreaterThan(2);
    for (const chunk of japanese) expect(chunk.content).toMatch(/。$/);
    expectValidChunks(parsed, japanese);
  });

  test('do not split a grapheme in text without spaces and punctuation', () => {
    const family = '👨‍👩‍👧‍👦';
    const parsed = plain(family.repeat(500));
    for (const chunk of chunkDocument(parsed)) expect(chunk.content.replaceAll(family, '')).toBe('');
    expectValidChunks(parsed, chunkDocument(parsed));
  });

  test('have offsets in code points', () => {
    const [first] = chunkDocument(plain('😀😀 two'));
    expect(first).toMatchObject({ startChar: 0, endChar: 6, content: '😀😀 two' });
  });

  test('have a bounded length for a single line of 1 MB', () => {
    for (const text of ['x'.repeat(1_000_000), prose(12_000), 'a '.repeat(500_000), '😀'.repeat(250_000)]) {
      const chunkCount = chunkDocument(plain(text)).length;
      expect(chunkCount).toBeGreaterThan(codePointLength(text) / MAX_CHUNK_LENGTH);
    }
  });
});

describe('chunks of Markdown', () => {
  test('start with the heading of a section that is long enough, without an overlap', () => {
    const text = `# Harbour\n\n${prose(4)}\n\n## Ropes\n\n${prose(12)}\n\n## Knots\n\n${prose(3)}\n`;
    const chunks = chunkDocument(markdown(text));
    const sections = chunks.map((chunk) => chunk.metadata.section);
    expect([...new Set(sections)]).toEqual(['Harbour', 'Harbour > Ropes', 'Harbour > Knots']);
    for (const heading of ['# Harbour', '## Ropes', '## Knots']) {
      expect(chunks.filter((chunk) => chunk.content.startsWith(heading))).toHaveLength(1);
    }
  });

  test('have in their metadata the section in which they begin and all sections that they contain', () => {
    const chunks = chunkDocument(markdown('# A\n\nShort.\n\n# B\n\nA little longer than that.\n'));
    expect(chunks).toHaveLength(1);
    expect(chunks[0]!.metadata).toEqual({ section: 'A', sections: ['A', 'B'] });
  });

  test('list at most 10 sections with at most 1,000 characters in total', () => {
    const short = Array.from({ length: 30 }, (_, index) => `# ${index}\n\nx\n\n`).join('');
    expect(chunkDocument(markdown(short))[0]!.metadata.sections).toHaveLength(10);
    const long = Array.from({ length: 5 }, (_, level) => `${'#'.repeat(level + 1)} ${'y'.repeat(115)}\n\n`);
    const nested = `${long.join('')}x\n\n${short.replaceAll('# ', '###### ')}`;
    for (const { metadata } of chunkDocument(markdown(nested)))
      expect(metadata.sections!.join('').length).toBeLessThanOrEqual(1_000);
  });

  test('have no `section`, but a list of `sections`, if they begin before the first heading', () => {
    const [chunk] = chunkDocument(markdown('Preface.\n\n# A\n\nShort.\n'));
    expect(chunk!.metadata).toEqual({ sections: ['A'] });
  });

  test('have the section of the subheading if they begin with a heading that no text follows', () => {
    const [chunk] = chunkDocument(markdown('# Guide\n\n## Install\n\nRun it.\n\n## Use\n\nOpen it.\n'));
    expect(chunk!.metadata).toEqual({
      section: 'Guide > Install',
      sections: ['Guide', 'Guide > Install', 'Guide > Use'],
    });
  });

  test('never end with a heading', () => {
    const text = Array.from(
      { length: 40 },
      (_, index) => `## Part ${index}\n\n${prose(1 + (index % 5))}\n`,
    ).join('\n');
    for (const chunk of chunkDocument(markdown(text))) expect(chunk.content).not.toMatch(/## Part \d+$/);
  });
});

describe('chunks of code', () => {
  test('contain a whole function with its indentation if the function fits', () => {
    const functions = Array.from(
      { length: 8 },
      (_, index) =>
        `def count_${index}(ships):\n${'    total = total + ship.weight\n'.repeat(9)}    return total`,
    );
    const chunks = chunkDocument(python(functions.join('\n\n\n')));
    expect(chunks.map((chunk) => chunk.content)).toEqual(functions);
    expect(chunks.map((chunk) => chunk.metadata.section)).toEqual(
      functions.map((_, index) => `count_${index}`),
    );
  });

  test('end at the end of a statement in a minified line', () => {
    for (const chunk of chunkDocument(python('var a=function(){return 1};'.repeat(100)))) {
      expect(chunk.content).toMatch(/[;}]$/);
    }
  });
});

describe('chunks of documents with pages and chapters', () => {
  test('have the page and the section in their metadata', () => {
    const chunks = chunkDocument(
      documentOf([
        { content: prose(3), page: 1, section: 'Ropes' },
        { content: prose(9), page: 2, section: 'Ropes' },
        { content: 'The end.', page: 3 },
      ]),
    );
    expect(chunks[0]!.metadata).toEqual({ page: 1, section: 'Ropes', sections: ['Ropes'] });
    expect(chunks.at(-1)).toMatchObject({ content: 'The end.', metadata: { page: 3 } });
    expect(chunks.filter((chunk) => chunk.metadata.page === 2).length).toBeGreaterThan(1);
  });

  test('start at a chapter, even if the previous chunk is short', () => {
    const chunks = chunkDocument(
      documentOf([
        { content: 'Dedication.', chapter: 1, section: 'Dedication' },
        { content: prose(2), chapter: 2, section: 'Dawn' },
      ]),
    );
    expect(chunks.map((chunk) => chunk.metadata)).toEqual([
      { section: 'Dedication', sections: ['Dedication'] },
      { section: 'Dawn', sections: ['Dawn'] },
    ]);
  });
});
