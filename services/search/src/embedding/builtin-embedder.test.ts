// cspell:ignore fahrradhelm salen vuelos
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { createBuiltinEmbedder } from './builtin-embedder.ts';
import { readTokenVectors } from './token-vector-file.ts';
import { createWordPieceTokenizer } from './word-piece-tokenizer.ts';

/** Tokens and vectors that the Python reference implementation in infra/embedder computed. */
interface ReferenceVectors {
  model: string;
  dim: number;
  cases: { text: string; tokens: string[]; vector: number[] }[];
}

const reference = JSON.parse(
  readFileSync(new URL('../../test/static-minilm-256.vectors.json', import.meta.url), 'utf8'),
) as ReferenceVectors;
const embedder = createBuiltinEmbedder();
const table = readTokenVectors(fileURLToPath(new URL('../../assets/static-minilm-256.bin', import.meta.url)));
const pieceOfRow = new Map([...table.vocabulary].map(([piece, row]) => [row, piece]));
const tokenize = createWordPieceTokenizer(table.vocabulary);

describe('built-in embedder', () => {
  test('has the model name and dimension of the reference implementation', () => {
    expect(embedder.model).toBe(reference.model);
    expect(embedder.dimension).toBe(reference.dim);
  });

  test.each([
    ['Where does Ada keep the keys?', 1],
    ['', 1],
    ['Fahrradhelm, Notebook', 0.42],
    ['De qué terminal salen los vuelos a Lima', 0.26],
    ['Où est la table', 0.4],
    ['где стоит виолончель', 0],
    ['車庫の鍵はどこですか', 0],
    ['谁喜欢绿茶', 0],
    // The vocabulary contains only the last character.
    ['躄躅水', 0],
    ['水', 1],
  ])('knows a share of the words of a text: "%s"', (text, share) => {
    expect(embedder.knownShare!(text)).toBeCloseTo(share, 2);
  });

  test('knows less than half of a text in another language, even if it has a token for each word', () => {
    const text = 'La station de la mission';
    const words = text.split(' ');
    expect(words.map((word) => tokenize(word).length)).toEqual(words.map(() => 1));
    expect(embedder.knownShare!(text)).toBeLessThan(0.5);
    expect(embedder.knownShare!('station mission')).toBe(1);
  });

  test.each(reference.cases)('tokenizes like the reference implementation: "$text"', ({ text, tokens }) => {
    expect(tokenize(text).map((row) => pieceOfRow.get(row))).toEqual(tokens);
  });

  test.each(reference.cases)(
    'computes the vector of the reference implementation: "$text"',
    async ({ text, tokens, vector }) => {
      const [embedded] = await embedder.embed([text]);
      if (tokens.length === 0) expect(embedded).toBeNull();
      else for (let k = 0; k < vector.length; k++) expect(embedded![k]).toBeCloseTo(vector[k]!, 4);
    },
  );

  test('yields to the event loop during a long batch', async () => {
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
