import type { Neighbour } from './find-conversation-neighbors.ts';

/** An item's raw scores; null where the arm does not know it. */
export interface ArmScores {
  id: string;
  keyword: number | null;
  vector: number | null;
}

export interface BlendedScores extends ArmScores {
  /** What each arm ranks by, in 0..2; null for an item that the arm has nothing to say about. */
  keywordRankScore: number | null;
  vectorRankScore: number | null;
  /** 0..1: both arms together, with the neighbours' support. */
  blended: number;
}

/** The share of a neighbour's score that an item is lent, by their distance in the conversation. */
const SUPPORT: Record<1 | 2, number> = { 1: 0.3, 2: 0.12 };
const KEYWORD_SHARE = 0.6;
/** A keyword score below this part of the best comes from words that most items hold. It says nothing here. */
const TELLING_KEYWORD_SHARE = 0.01;

/**
 * Makes of two arms' scores what each ranks by. Neighbours in a conversation lend each other support, as the answer
 * often follows the turn that matches. An arm's own word and what both say together count alike: Reciprocal Rank
 * Fusion looks at ranks alone, so that items of nearly equal scores far down would else cost or gain as much as clear
 * hits do.
 *
 * Constants and form were chosen on the three development conversations of LoCoMo; Cranfield agrees. All of them are
 * flat around these values.
 *
 * @param items candidates, each once, with the score of each in both arms where it has one
 * @param neighbours both ways round
 * @see EMBEDDER.md section 2
 */
export function blend(items: readonly ArmScores[], neighbours: readonly Neighbour[]): BlendedScores[] {
  const near = neighboursAmong(items, neighbours);
  const arms = [keywordSignal(items), vectorSignal(items)] as const;
  const [keywordShare, vectorShare] = !arms[0]
    ? [0, 1]
    : !arms[1]
      ? [1, 0]
      : [KEYWORD_SHARE, 1 - KEYWORD_SHARE];
  const both = items.map((_, i) => keywordShare * (arms[0]?.[i] ?? 0) + vectorShare * (arms[1]?.[i] ?? 0));
  const blended = byGreatest(both.map((own, i) => sumWithSupport(own, near[i]!, both)));
  const keyword = rankScores(arms[0], near, blended, sumWithSupport);
  const vector = rankScores(arms[1], near, blended, meanWithSupport);
  return items.map((item, i) => ({
    ...item,
    keywordRankScore: keyword[i]!,
    vectorRankScore: vector[i]!,
    blended: blended[i]!,
  }));
}

/** By item: 0..1, null where the arm says nothing; no list at all for an arm that says nothing of any. */
type Signal = readonly (number | null)[];

interface Support {
  /** Place in the list of items. */
  at: number;
  share: number;
}

function neighboursAmong(items: readonly ArmScores[], neighbours: readonly Neighbour[]): Support[][] {
  const near: Support[][] = items.map(() => []);
  if (neighbours.length === 0) return near;
  const places = new Map(items.map((item, i) => [item.id, i]));
  for (const { id, neighbourId, distance } of neighbours) {
    const [of, at] = [places.get(id), places.get(neighbourId)];
    if (of !== undefined && at !== undefined) near[of]!.push({ at, share: SUPPORT[distance] });
  }
  return near;
}

/** Parts of the best score. */
function keywordSignal(items: readonly ArmScores[]): Signal | null {
  const best = items.reduce((most, { keyword }) => Math.max(most, keyword ?? 0), 0);
  if (best === 0) return null;
  // Alone, the arm may say the little it knows.
  const isAlone = items.every(({ vector }) => vector === null);
  const least = isAlone ? 0 : TELLING_KEYWORD_SHARE * best;
  return items.map(({ keyword }) => (keyword === null || keyword < least ? null : keyword / best));
}

/** Between the least and the greatest score: where these lie depends on the model. */
function vectorSignal(items: readonly ArmScores[]): Signal | null {
  const scores = items.flatMap(({ vector }) => vector ?? []);
  if (scores.length === 0) return null;
  const least = scores.reduce((a, b) => Math.min(a, b));
  const greatest = scores.reduce((a, b) => Math.max(a, b));
  const range = greatest - least;
  return items.map(({ vector }) => (vector === null ? null : range === 0 ? 1 : (vector - least) / range));
}

function rankScores(
  signal: Signal | null,
  near: readonly Support[][],
  blended: readonly number[],
  withSupport: typeof sumWithSupport,
): (number | null)[] {
  if (!signal) return blended.map(() => null);
  // An item without a score of its own has one when a neighbour does.
  const known = signal.map((own, i) => own !== null || near[i]!.some(({ at }) => signal[at] !== null));
  const own = byGreatest(signal.map((score, i) => withSupport(score ?? 0, near[i]!, signal)));
  return own.map((score, i) => (known[i] ? score + blended[i]! : null));
}

/** For words: each hit nearby is one more reason. */
function sumWithSupport(own: number, near: readonly Support[], signal: Signal): number {
  return near.reduce((sum, { at, share }) => sum + share * (signal[at] ?? 0), own);
}

/** For vectors: everything is a little similar, so that having neighbours must not be a reason by itself. */
function meanWithSupport(own: number, near: readonly Support[], signal: Signal): number {
  const weight = near.reduce((sum, { share }) => sum + share, 1);
  return sumWithSupport(own, near, signal) / weight;
}

function byGreatest(scores: readonly number[]): number[] {
  const greatest = scores.reduce((a, b) => Math.max(a, b), 0);
  return greatest === 0 ? [...scores] : scores.map((score) => score / greatest);
}
