import { expect, test } from '@jest/globals';
import { CandidateColumns } from '@loci/contracts';
import { isUnexpanded, unexpandedGraph } from './fused-ranking.ts';
import type { FusedGraph } from './fused-ranking.ts';
import type { CandidateSet } from './retrieve-candidates.ts';

const candidates = CandidateColumns.fromItems(
  [0.9, 0.5, 0.5].map((blended, n) => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    keyword_score: null,
    vector_score: null,
    keyword_rank_score: null,
    vector_rank_score: null,
    blended,
    importance: null,
    created_at_ms: null,
    words: null,
    traits: null,
  })),
);
const candidateSet: CandidateSet = {
  candidates,
  seedCount: 3,
  linkWeight: 0,
  keyword: null,
  vector: null,
  isIncomplete: false,
  parts: null,
  secondHop: null,
};
const UNEXPANDED = unexpandedGraph(candidateSet);

test.each<[string, Partial<FusedGraph>, boolean]>([
  ['nothing', {}, true],
  ['a score, but not the order', { scores: Float64Array.of(0.95, 0.5, 0.5) }, false],
  ['the order', { ranking: Uint32Array.of(0, 2, 1) }, false],
  [
    'the number of items',
    {
      reached: [{ id: 'other', importance: null, created_at_ms: NaN }],
      scores: Float64Array.of(0.9, 0.5, 0.5, 0.1),
      ranking: Uint32Array.of(0, 1, 2, 3),
    },
    false,
  ],
])('recognizes that graph expansion changed %s', (_, changes, expected) => {
  expect(isUnexpanded({ ...UNEXPANDED, ...changes }, candidateSet)).toBe(expected);
});
