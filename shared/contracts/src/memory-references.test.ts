import { describe, expect, test } from '@jest/globals';
import { extractMemoryReferences, formatMemoryReference } from './memory-references.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER_ID = '01890a5d-ac96-774b-bcce-b302099a8058';

describe('extractMemoryReferences', () => {
  test.each<[behavior: string, description: string, references: string[]]>([
    ['finds nothing in an empty description', '', []],
    ['ignores the word "memory" without a quoted phrase', 'No references, only a memory: of summer.', []],
    ['finds an id', `memory_id: ${ID}`, [`memory_id: ${ID}`]],
    [
      'finds an id in parentheses and converts it to lowercase',
      `Start here (memory_id:${ID.toUpperCase()}), then on.`,
      [`memory_id: ${ID}`],
    ],
    [
      'finds ids in backticks and quotes',
      `memory_id: \`${ID}\` and memory_id: "${OTHER_ID}"`,
      [`memory_id: ${ID}`, `memory_id: ${OTHER_ID}`],
    ],
    ['finds an id in JSON', `{"memory_id": "${ID}"}`, [`memory_id: ${ID}`]],
    ['returns a repeated id once', `memory_id: ${ID}, again memory_id: ${ID}`, [`memory_id: ${ID}`]],
    ['returns a malformed id', 'memory_id: 12', ['memory_id: 12']],
    ['finds a quoted phrase', "memory: 'tea with milk'", ["memory: 'tea with milk'"]],
    [
      'does not end a phrase at an apostrophe inside a word',
      "memory: 'Ada's tea' and more 'quotes'",
      ["memory: 'Ada's tea'"],
    ],
    [
      'finds phrases in double and typographic quotes',
      'memory: "tea" and memory: “coffee” and memory: ‘Ben’s cocoa’',
      ["memory: 'tea'", "memory: 'coffee'", "memory: 'Ben’s cocoa'"],
    ],
    ['returns phrases that differ only in case once', "memory: 'tea', memory: 'TEA'", ["memory: 'tea'"]],
    ['ignores a blank phrase', "memory: '  '", []],
    ['ignores a phrase without a closing quote', "memory: 'never closed", []],
    [
      'returns references in the order of the description',
      `memory: 'tea' before memory_id: ${ID}`,
      ["memory: 'tea'", `memory_id: ${ID}`],
    ],
  ])('%s', (_behavior, description, references) => {
    expect(extractMemoryReferences(description).map(formatMemoryReference)).toEqual(references);
  });
});
