import type { Tenant } from '../data/tenant.ts';
import { relationshipValidity } from '../relationships/relationship-resource.ts';
import type { StoredRelationship } from '../relationships/relationship.ts';
import type { Item } from './items.ts';
import { similarityOf, stemsOf, trigramsOf, wordsOf } from './words.ts';

const DAY_MS = 86_400_000;
const DAMPING = 0.5;
/** Items with a lower similarity are not results of vector search. */
const MIN_SIMILARITY = 0.1;

/** Parameters of a hybrid search. */
export interface Ranking {
  query: string;
  weights: { bm25: number; vector: number; graph: number };
  rrfK: number;
  expandGraph: boolean;
  maxDepth: number;
  seedLimit: number;
  halfLifeDays: number | null;
}

/** An item with its scores; null if the retriever did not rank it. */
export interface RankedItem {
  item: Item;
  bm25: number | null;
  vector: number | null;
  graph: number | null;
  bm25Rank: number | null;
  vectorRank: number | null;
  finalScore: number;
}

export interface RankedItems {
  items: RankedItem[];
  counts: { bm25: number; vector: number; graph: number };
  seeds: ReadonlySet<string>;
}

/**
 * Ranks items by keywords, by the similarity of their letters, and by their relationships, and fuses the ranks.
 *
 * @see docs/reference/search.md#reciprocal-rank-fusion
 */
export function rankItems(
  tenant: Tenant,
  items: readonly Item[],
  ranking: Ranking,
  now: number,
): RankedItems {
  const { weights, rrfK, expandGraph } = ranking;
  const keywords =
    weights.bm25 > 0 || weights.vector === 0
      ? scoreByKeywords(items, ranking.query)
      : new Map<string, number>();
  const vectors =
    weights.vector > 0 || weights.bm25 === 0
      ? scoreByVectors(items, ranking.query)
      : new Map<string, number>();
  const blended = new Map<string, number>();
  const best = Math.max(0, ...keywords.values());
  for (const { id } of items) {
    const score = Math.max(best === 0 ? 0 : (keywords.get(id) ?? 0) / best, vectors.get(id) ?? 0);
    if (score > 0) blended.set(id, score);
  }
  const seeds = new Set([...ranksOf(blended).keys()].slice(0, ranking.seedLimit));
  const graph = expandGraph
    ? scoreByGraph(tenant, items, blended, seeds, ranking.maxDepth, now)
    : new Map<string, number>();
  const retrievers = [
    { weight: weights.bm25, ranks: ranksOf(keywords) },
    { weight: weights.vector, ranks: ranksOf(vectors) },
    { weight: expandGraph ? weights.graph : 0, ranks: ranksOf(graph) },
  ].filter(({ weight }) => weight > 0);
  const possible = retrievers.reduce((sum, { weight }) => sum + weight / (rrfK + 1), 0);
  const [keywordRanks, vectorRanks] = [ranksOf(keywords), ranksOf(vectors)];
  const ranked = items.flatMap((item): RankedItem[] => {
    const parts = retrievers.flatMap(({ weight, ranks }) => {
      const rank = ranks.get(item.id);
      return rank === undefined ? [] : [weight / (rrfK + rank)];
    });
    if (parts.length === 0) return [];
    const fused = parts.reduce((sum, part) => sum + part, 0) / possible;
    return [
      {
        item,
        bm25: keywords.get(item.id) ?? null,
        vector: vectors.get(item.id) ?? null,
        graph: graph.get(item.id) ?? null,
        bm25Rank: weights.bm25 > 0 ? (keywordRanks.get(item.id) ?? null) : null,
        vectorRank: weights.vector > 0 ? (vectorRanks.get(item.id) ?? null) : null,
        finalScore: fused * recencyFactor(item, ranking.halfLifeDays, now),
      },
    ];
  });
  ranked.sort(
    (a, b) =>
      b.finalScore - a.finalScore ||
      (blended.get(b.item.id) ?? 0) - (blended.get(a.item.id) ?? 0) ||
      compareItems(a.item, b.item),
  );
  return { items: ranked, counts: { bm25: keywords.size, vector: vectors.size, graph: graph.size }, seeds };
}

/** Scores the items that contain a word of the query. Rare words count more. */
function scoreByKeywords(items: readonly Item[], query: string): Map<string, number> {
  const terms = [...stemsOf(query)];
  const stems = items.map(({ content }) => wordsOf(content).map(({ stem }) => stem));
  const idf = new Map(
    terms.map((term) => {
      const matching = stems.filter((words) => words.includes(term)).length;
      return [term, Math.log(1 + (items.length - matching + 0.5) / (matching + 0.5))];
    }),
  );
  const scores = new Map<string, number>();
  for (const [index, { id }] of items.entries()) {
    const words = stems[index]!;
    const score = terms.reduce((sum, term) => {
      const frequency = words.filter((word) => word === term).length;
      return sum + (idf.get(term)! * frequency * 2.2) / (frequency + 1.2);
    }, 0);
    if (score > 0) scores.set(id, score);
  }
  return scores;
}

/** Scores items by the similarity of their letters to those of the query. */
export function scoreByVectors(items: readonly Item[], query: string): Map<string, number> {
  const wanted = trigramsOf(query);
  return new Map(
    items.flatMap(({ id, content }): [string, number][] => {
      const similarity = similarityOf(wanted, trigramsOf(content));
      return similarity < MIN_SIMILARITY ? [] : [[id, similarity]];
    }),
  );
}

/** Transfers the scores of the seeds along relationships. */
function scoreByGraph(
  tenant: Tenant,
  items: readonly Item[],
  blended: ReadonlyMap<string, number>,
  seeds: ReadonlySet<string>,
  maxDepth: number,
  now: number,
): Map<string, number> {
  const candidates = new Set(items.map(({ id }) => id));
  const relationships = [...tenant.relationships.values()].filter(
    (relationship) => relationshipValidity(relationship, now) === 'current',
  );
  const scores = new Map(blended);
  let moving = new Map([...blended].filter(([id]) => seeds.has(id)));
  for (let step = 0; step < maxDepth; step += 1) {
    const received = new Map<string, number>();
    for (const [id, score] of moving) {
      const edges = edgesOf(relationships, id);
      const total = Math.max(
        1,
        edges.reduce((sum, { weight }) => sum + weight, 0),
      );
      for (const { target, weight } of edges)
        received.set(target, (received.get(target) ?? 0) + (DAMPING * score * weight) / total);
    }
    for (const [id, score] of received) scores.set(id, (scores.get(id) ?? 0) + score);
    moving = received;
  }
  return new Map([...scores].filter(([id]) => candidates.has(id)));
}

const edgesOf = (relationships: readonly StoredRelationship[], id: string) =>
  relationships.flatMap(({ fromId, toId, strength, confidence }) => {
    const target = fromId === id ? toId : toId === id ? fromId : null;
    return target === null ? [] : [{ target, weight: strength * confidence }];
  });

/** Returns the rank of each item by its score, from 1, best first. */
const ranksOf = (scores: ReadonlyMap<string, number>): Map<string, number> =>
  new Map(
    [...scores]
      .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
      .map(([id], index) => [id, index + 1]),
  );

/** Orders items with equal scores by importance, then by time, newest first, then by ID. */
export const compareItems = (a: Item, b: Item): number =>
  b.importance - a.importance || b.occurredAt - a.occurredAt || (a.id < b.id ? -1 : 1);

/** @see docs/reference/search.md#recency */
function recencyFactor({ occurredAt }: Item, halfLifeDays: number | null, now: number): number {
  if (halfLifeDays === null || occurredAt > now) return 1;
  return 0.5 + 0.5 * 2 ** (-(now - occurredAt) / DAY_MS / halfLifeDays);
}
