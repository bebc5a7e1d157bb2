import type { DataSet, DataSetQuestion } from '../datasets/data-set.ts';

/** What a result counts as: itself, or the conversation that contains it. */
export const UNITS = ['item', 'conversation'] as const;
export type Unit = (typeof UNITS)[number];

/** Limit of searches whose results count as conversations, because several of them are in the same one. Equals the highest limit. */
export const CONVERSATION_RESULTS = 100;

/**
 * Replaces the ID of each item by its conversation, also in the relevant items of the questions. A conversation has the highest
 * grade of its items. Items without a conversation do not change.
 */
export function byConversation({ name, collections, mainMetric }: DataSet): DataSet {
  return {
    name: `${name}-by-conversation`,
    collections: collections.map(({ items, questions, ...collection }) => {
      const conversationOf = new Map(items.map(({ id, conversation }) => [id, conversation ?? id]));
      return {
        ...collection,
        items: items.map((item) => ({ ...item, id: conversationOf.get(item.id)! })),
        questions: questions.map((question) => ({
          ...question,
          relevant: gradesOf(question, conversationOf),
        })),
      };
    }),
    mainMetric,
  };
}

function gradesOf(
  { relevant }: Pick<DataSetQuestion, 'relevant'>,
  conversationOf: ReadonlyMap<string, string>,
): Map<string, number> {
  const grades = new Map<string, number>();
  for (const [id, grade] of relevant) {
    const conversation = conversationOf.get(id)!;
    grades.set(conversation, Math.max(grade, grades.get(conversation) ?? 0));
  }
  return grades;
}
