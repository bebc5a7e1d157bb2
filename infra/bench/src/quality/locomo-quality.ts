import { LOCOMO_CATEGORIES } from '../datasets/locomo.ts';
import type { LocomoCategory, LocomoConversation } from '../datasets/locomo.ts';
import type { Tenant } from '../platform/tenants.ts';
import { waitUntilIndexed } from '../platform/wait-until-indexed.ts';
import type { Figure } from '../report/figure.ts';
import { mean, recallAt, reciprocalRank } from '../retrieval/metrics.ts';
import { inParallel } from './in-parallel.ts';
import { INDEXING_TIMEOUT_MS, PARALLEL_SEARCHES } from './quality-context.ts';
import type { QualityContext } from './quality-context.ts';
import { SEARCH_VARIANTS, RESULTS, rank } from './ranking.ts';

export interface ScoredQuestion {
  category: LocomoCategory;
  recallAt5: number;
  recallAt10: number;
  recallAt20: number;
  reciprocalRank: number;
}

/** Minimum recall@10 of hybrid search with conversation ids. */
const RECALL_WITH_CONVERSATIONS = 0.72;
/** Maximum amount by which recall@10 of hybrid search may be below the better single retriever. */
const MAX_BELOW_BEST_RETRIEVER = 0.01;

/**
 * Stores each conversation in its own tenant, with one memory per turn, and searches for the questions. Runs
 * once with the session id as conversation id and once without conversation ids.
 */
export async function locomoQuality(
  context: QualityContext,
  conversations: readonly LocomoConversation[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const withConversations of [true, false]) {
    const variant = withConversations ? 'locomo' : 'locomo-no-conversations';
    const stored = await inParallel(conversations, PARALLEL_SEARCHES, (conversation) =>
      storeConversation(context, conversation, withConversations),
    );
    context.log(`${variant}: ${stored.reduce((sum, each) => sum + each.turnIdOf.size, 0)} turns stored`);
    const scores = new Map<string, ScoredQuestion[]>();
    for (const variant of SEARCH_VARIANTS) {
      const perConversation: ScoredQuestion[][] = [];
      for (const { conversation, tenant, turnIdOf } of stored) {
        const scored = await inParallel(conversation.questions, PARALLEL_SEARCHES, async (question) => {
          const ids = await rank(tenant, question.question, variant);
          const ranked = ids.map((id) => turnIdOf.get(id) ?? id);
          return scoreQuestion(question.category, ranked, new Set(question.evidence));
        });
        perConversation.push(scored);
      }
      scores.set(variant.name, perConversation.flat());
    }
    figures.push(...locomoFigures(variant, withConversations, scores));
  }
  return figures;
}

interface StoredConversation {
  conversation: LocomoConversation;
  tenant: Tenant;
  /** Turn ids by memory id. */
  turnIdOf: Map<string, string>;
}

async function storeConversation(
  context: QualityContext,
  conversation: LocomoConversation,
  withConversations: boolean,
): Promise<StoredConversation> {
  const tenant = await context.tenant(`locomo ${conversation.sampleId}`);
  const turnIdOf = new Map<string, string>();
  // The turns are stored sequentially, because the order of creation must be the order of the turns.
  for (const turn of conversation.turns) {
    const body = {
      content: turn.content,
      ...(withConversations ? { metadata: { conversation_id: turn.sessionId } } : {}),
    };
    const { id } = await tenant.stores.call<{ id: string }>('POST', '/api/v2/memories', body, 201);
    turnIdOf.set(id, turn.turnId);
  }
  await waitUntilIndexed(tenant.stores, turnIdOf.size, {
    timeoutMs: INDEXING_TIMEOUT_MS,
    clock: context.clock,
  });
  return { conversation, tenant, turnIdOf };
}

/** Scores one ranking. @param ranked turn ids, best first */
export function scoreQuestion(
  category: LocomoCategory,
  ranked: readonly string[],
  evidence: ReadonlySet<string>,
): ScoredQuestion {
  return {
    category,
    recallAt5: recallAt(ranked, evidence, 5),
    recallAt10: recallAt(ranked, evidence, 10),
    recallAt20: recallAt(ranked, evidence, RESULTS),
    reciprocalRank: reciprocalRank(ranked, evidence),
  };
}

/**
 * Computes the figures of one variant.
 *
 * @param scores scores by search variant: `hybrid`, `keyword alone`, `vector alone`. The targets of hybrid
 *   search depend on the scores of the single retrievers.
 */
export function locomoFigures(
  variant: string,
  withConversations: boolean,
  scores: ReadonlyMap<string, readonly ScoredQuestion[]>,
): Figure[] {
  const recall10 = (retriever: string, category?: LocomoCategory) =>
    mean(inCategory(scores.get(retriever) ?? [], category).map((score) => score.recallAt10));
  const keyword = recall10('keyword alone');
  const bestSingle = Math.max(keyword, recall10('vector alone'));
  const hybridTarget = Math.max(
    bestSingle - MAX_BELOW_BEST_RETRIEVER,
    withConversations ? RECALL_WITH_CONVERSATIONS : keyword,
  );
  return [...scores].flatMap(([retriever, questions]) => {
    const figure = (name: string, of: readonly ScoredQuestion[], value: number, target?: number): Figure => ({
      scenario: variant,
      name: `${retriever}, ${name}`,
      unit: 'share',
      count: of.length,
      value,
      ...(retriever === 'hybrid' && target !== undefined
        ? { targets: [{ of: 'value', atLeast: round(target) }] }
        : {}),
    });
    const overall = [
      figure('recall@5', questions, mean(questions.map((score) => score.recallAt5))),
      figure('recall@10', questions, mean(questions.map((score) => score.recallAt10)), hybridTarget),
      figure('recall@20', questions, mean(questions.map((score) => score.recallAt20))),
      figure(`MRR@${RESULTS}`, questions, mean(questions.map((score) => score.reciprocalRank))),
    ];
    const perCategory = LOCOMO_CATEGORIES.flatMap((category) => {
      const these = inCategory(questions, category);
      if (these.length === 0) return [];
      const bar = category === 'multi-hop' ? recall10('keyword alone', category) : undefined;
      return [
        figure(`recall@5, ${category}`, these, mean(these.map((score) => score.recallAt5))),
        figure(`recall@10, ${category}`, these, mean(these.map((score) => score.recallAt10)), bar),
        figure(`recall@20, ${category}`, these, mean(these.map((score) => score.recallAt20))),
        figure(`MRR@${RESULTS}, ${category}`, these, mean(these.map((score) => score.reciprocalRank))),
      ];
    });
    return [...overall, ...perCategory];
  });
}

function inCategory(questions: readonly ScoredQuestion[], category: LocomoCategory | undefined) {
  return category === undefined ? questions : questions.filter((score) => score.category === category);
}

/** Rounds a target down to four decimals, so that floating-point errors do not cause a missed target. */
function round(value: number): number {
  return Math.floor(value * 10_000) / 10_000;
}
