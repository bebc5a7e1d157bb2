import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { createBuiltinEmbedder } from './builtin-embedder.ts';
import { readTokenVectors } from './token-vector-file.ts';
import { createWordPieceTokenizer } from './word-piece-tokenizer.ts';

interface TestVectors {
  model: string;
  dim: number;
  cases: { text: string; tokens: string[]; vector: number[] }[];
}

const expected = JSON.parse(
  readFileSync(new URL('../../test/static-minilm-256.vectors.json', import.meta.url), 'utf8'),
) as TestVectors;
const embedder = createBuiltinEmbedder();
const table = readTokenVectors(fileURLToPath(new URL('../../assets/static-minilm-256.bin', import.meta.url)));
const pieceOfRow = new Map([...table.vocabulary].map(([piece, row]) => [row, piece]));
const tokenize = createWordPieceTokenizer(table.vocabulary);

describe('the built-in embedder agrees with the model it was made from', () => {
  test('model and dimension', () => {
    expect(embedder.model).toBe(expected.model);
    expect(embedder.dimension).toBe(expected.dim);
  });

  test.each(expected.cases)('$text', async ({ text, tokens, vector }) => {
    expect(tokenize(text).map((row) => pieceOfRow.get(row))).toEqual(tokens);
    const [embedded] = await embedder.embed([text]);
    if (tokens.length === 0) expect(embedded).toBeNull();
    else for (let k = 0; k < vector.length; k++) expect(embedded![k]).toBeCloseTo(vector[k]!, 4);
  });
});

describe('a long batch', () => {
  test('lets other work run before it ends', async () => {
    let turns = 0;
    const count = (): void => {
      turns++;
      pending = setImmediate(count);
    };
    let pending = setImmediate(count);
    await embedder.embed(Array.from({ length: 500 }, () => 'a text of some length to embed '.repeat(60)));
    clearImmediate(pending);
    expect(turns).toBeGreaterThan(2);
  });
});
