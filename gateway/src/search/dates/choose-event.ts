/** A memory that contains words of an event. */
export interface EventMatch {
  /** Share of the distinct terms of the event that the memory contains, 0 to 1. */
  coverage: number;
  /** BM25 score. */
  score: number;
  /** Event time of the memory in milliseconds since the epoch. */
  timeMs: number;
}

/** Minimum share of the terms: both of two, two of three, three of four, four of five. */
const MIN_COVERAGE = 0.66;
/** Maximum time between memories about one event in milliseconds. */
const SAME_EVENT_MS = 7 * 86_400_000;
/**
 * Minimum share of the scores that memories about the event have among all memories that contain its words. With half, the better
 * one of two memories of different times would always be chosen.
 */
const MIN_AGREEMENT = 0.6;

/**
 * Chooses the memory that dates an event: the one with the most of its words. Returns null if no memory contains nearly all of
 * the words, or if the words occur in memories of different times, so that the event is ambiguous.
 *
 * @see docs/reference/search.md#events-in-queries
 */
export function chooseEvent<Match extends EventMatch>(matches: readonly Match[]): Match | null {
  const convincing = matches
    .filter(({ coverage, timeMs }) => coverage >= MIN_COVERAGE && !Number.isNaN(timeMs))
    .sort((a, b) => b.coverage - a.coverage || b.score - a.score);
  const [best] = convincing;
  if (best === undefined) return null;
  const same = convincing.filter(({ timeMs }) => Math.abs(timeMs - best.timeMs) <= SAME_EVENT_MS);
  return sumOfScores(same) >= MIN_AGREEMENT * sumOfScores(convincing) ? best : null;
}

const sumOfScores = (matches: readonly EventMatch[]): number =>
  matches.reduce((sum, { score }) => sum + score, 0);
