import { describe, expect, test } from '@jest/globals';
import { extractReferences, includesPhrase, showReference } from './extract-references.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER = '01890a5d-ac96-774b-bcce-b302099a8058';
const shown = (text: string) => extractReferences(text).map(showReference);

describe('extractReferences', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['No references, only a memory: of summer.', []],
    [`memory_id: ${ID}`, [`memory_id: ${ID}`]],
    [`Start here (memory_id:${ID.toUpperCase()}), then on.`, [`memory_id: ${ID}`]],
    [`memory_id: \`${ID}\` and memory_id: "${OTHER}"`, [`memory_id: ${ID}`, `memory_id: ${OTHER}`]],
    [`{"memory_id": "${ID}"}`, [`memory_id: ${ID}`]],
    [`memory_id: ${ID}, again memory_id: ${ID}`, [`memory_id: ${ID}`]],
    ['memory_id: 12', ['memory_id: 12']],
    ["memory: 'tea with milk'", ["memory: 'tea with milk'"]],
    ["memory: 'Ada's tea' and more 'quotes'", ["memory: 'Ada's tea'"]],
    [
      'memory: "tea" and memory: “coffee” and memory: ‘Ben’s cocoa’',
      ["memory: 'tea'", "memory: 'coffee'", "memory: 'Ben’s cocoa'"],
    ],
    ["memory: 'tea', memory: 'TEA'", ["memory: 'tea'"]],
    ["memory: '  '", []],
    ["memory: 'never closed", []],
    [`memory: 'tea' before memory_id: ${ID}`, ["memory: 'tea'", `memory_id: ${ID}`]],
  ])('%j', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });
});

describe('includesPhrase', () => {
  test('neither case nor blanks matter', () => {
    expect(includesPhrase('Ada likes\n  Green   TEA.', 'green tea')).toBe(true);
    expect(includesPhrase('Ada likes green tea.', 'black tea')).toBe(false);
  });

  test('wildcards are plain text', () => {
    expect(includesPhrase('100 of it', '100%')).toBe(false);
    expect(includesPhrase('abc', '.*')).toBe(false);
  });
});
