import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBuiltinEmbedder } from '../../src/embedding/builtin-embedder.ts';
import { classifyPair } from '../../src/similarity/classify-pair.ts';
import { parseStatement } from '../../src/similarity/statement.ts';

export const KINDS = ['duplicate', 'contradiction'] as const;
type Kind = (typeof KINDS)[number];
type Label = Kind | 'none';
export type Part = 'tuning' | 'held-out';

interface LabelledPair {
  part: Part;
  label: Label;
  category: string;
  first: string;
  second: string;
}

export interface MeasuredPair extends LabelledPair {
  cosine: number;
  found: Label;
}

export const PAIRS: readonly LabelledPair[] = readFileSync(join(import.meta.dirname, 'pairs.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [part, label, category, first, second] = line.split('\t') as [Part, Label, string, string, string];
    return { part, label, category, first, second };
  });

/** Classifies the pairs of a part with the built-in embedding model. */
export async function measurePairs(part: Part): Promise<MeasuredPair[]> {
  const embedder = createBuiltinEmbedder();
  const pairs = PAIRS.filter((pair) => pair.part === part);
  const vectors = await embedder.embed(pairs.flatMap(({ first, second }) => [first, second]));
  return pairs.map((pair, i) => {
    const cosine = cosineOf(vectors[2 * i]!, vectors[2 * i + 1]!);
    const found = classifyPair(parseStatement(pair.first), parseStatement(pair.second), cosine);
    return { ...pair, cosine, found: found?.kind ?? 'none' };
  });
}

function cosineOf(a: Float32Array | null, b: Float32Array | null): number {
  if (!a || !b) return 0;
  const product = a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  return Math.max(0, product);
}

/** Precision and recall of a kind. Without found pairs, the precision is 1. */
export function score(measured: readonly MeasuredPair[], kind: Kind): { precision: number; recall: number } {
  const found = measured.filter((pair) => pair.found === kind);
  const labelled = measured.filter((pair) => pair.label === kind);
  const correct = found.filter((pair) => pair.label === kind).length;
  return {
    precision: found.length === 0 ? 1 : correct / found.length,
    recall: labelled.length === 0 ? 1 : correct / labelled.length,
  };
}
