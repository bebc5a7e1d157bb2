import type { Neighbour } from '../surroundings/find-neighbours.ts';

/** An item's raw scores; null where the arm does not know it. */
export interface ArmScores {
  id: string;
  keyword: number | null;
  vector: number | null;
}

export interface BlendedScores extends ArmScores {
  /** What the arms rank by: raw scores plus the support of the neighbours. */
  keywordRankScore: number | null;
  vectorRankScore: number | null;
  /** 0..1: the convex combination of both, with the neighbours' support. */
  blended: number;
}

/** Measured on dialogue (EMBEDDER.md section 2): shares that a neighbour's score lends. */
const ARM_SUPPORT = 0.5;
const BLEND_SUPPORT: Record<1 | 2, number> = { 1: 0.4, 2: 0.16 };
const KEYWORD_SHARE = 0.6;

/**
 * Puts both arms' scores on one scale and lets neighbours in a conversation support each other. Keyword scores
 * are taken by their maximum, vector scores between their least and greatest.
 *
 * @param items candidates and their neighbours, each once
 */
export function blend(items: readonly ArmScores[], neighbours: readonly Neighbour[]): BlendedScores[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const near = new Map<string, { scores: ArmScores; distance: 1 | 2 }[]>();
  for (const { id, neighbourId, distance } of neighbours) {
    const scores = byId.get(neighbourId);
    if (scores) near.set(id, [...(near.get(id) ?? []), { scores, distance }]);
  }
  const convex = convexScores(items);
  const supported = items.map((item) => {
    const around = near.get(item.id) ?? [];
    const next = around.filter(({ distance }) => distance === 1);
    return {
      ...item,
      keywordRankScore: withSupport(
        item.keyword,
        next.map(({ scores }) => scores.keyword),
      ),
      vectorRankScore: withSupport(
        item.vector,
        next.map(({ scores }) => scores.vector),
      ),
      blended:
        convex.get(item.id)! +
        around.reduce(
          (sum, { scores, distance }) => sum + BLEND_SUPPORT[distance] * convex.get(scores.id)!,
          0,
        ),
    };
  });
  const greatest = Math.max(...supported.map((item) => item.blended), 1);
  return supported.map((item) => ({ ...item, blended: item.blended / greatest }));
}

/** An item without a score of its own has one when a neighbour does. */
function withSupport(own: number | null, around: readonly (number | null)[]): number | null {
  const lent = around.reduce<number>((sum, score) => sum + ARM_SUPPORT * (score ?? 0), 0);
  return own === null && lent === 0 ? null : (own ?? 0) + lent;
}

function convexScores(items: readonly ArmScores[]): Map<string, number> {
  const keyword = items.flatMap((item) => item.keyword ?? []);
  const vector = items.flatMap((item) => item.vector ?? []);
  const mostKeyword = Math.max(...keyword, Number.MIN_VALUE);
  const [least, most] = [Math.min(...vector), Math.max(...vector)];
  const [keywordShare, vectorShare] =
    keyword.length === 0 ? [0, 1] : vector.length === 0 ? [1, 0] : [KEYWORD_SHARE, 1 - KEYWORD_SHARE];
  return new Map(
    items.map((item) => {
      const fromKeyword = (item.keyword ?? 0) / mostKeyword;
      const fromVector = item.vector === null ? 0 : most > least ? (item.vector - least) / (most - least) : 1;
      return [item.id, keywordShare * fromKeyword + vectorShare * fromVector];
    }),
  );
}
