import type { DataSet } from '../datasets/data-set.ts';
import { createRandom } from '../texts/random.ts';

/** Kinds of queries that a collection contains no answer to. */
export const UNANSWERABLE = ['nonsense', 'other-subject', 'same-subject'] as const;
export type Unanswerable = (typeof UNANSWERABLE)[number];

export interface UnanswerableQuery {
  kind: Unanswerable;
  text: string;
}

const SEED = 7;
const NONSENSE_QUERIES = 100;
/** One of so many questions of other collections is used. */
const SAMPLING = 4;

/**
 * Lists queries without an answer in a collection: random letters, questions of other data sets (`other-subject`), and
 * questions of other collections of the same data set (`same-subject`).
 *
 * @param collection name of the collection
 */
export function listUnanswerable(
  dataSets: readonly DataSet[],
  dataSet: DataSet,
  collection: string,
): UnanswerableQuery[] {
  const others = dataSets.flatMap((set) =>
    set.collections
      .filter(({ name }) => set !== dataSet || name !== collection)
      .map(({ questions }) => ({
        kind: set === dataSet ? ('same-subject' as const) : ('other-subject' as const),
        questions: questions.filter((_, index) => index % SAMPLING === 0),
      })),
  );
  return [
    ...nonsense(),
    ...others.flatMap(({ kind, questions }) => questions.map(({ text }) => ({ kind, text }))),
  ];
}

/** Returns queries of one to five words of random letters. */
function nonsense(): UnanswerableQuery[] {
  const random = createRandom(SEED);
  const below = (limit: number): number => Math.floor(random() * limit);
  const word = (): string =>
    Array.from({ length: 4 + below(7) }, () => String.fromCharCode(97 + below(26))).join('');
  return Array.from({ length: NONSENSE_QUERIES }, () => ({
    kind: 'nonsense',
    text: Array.from({ length: 1 + below(5) }, word).join(' '),
  }));
}
