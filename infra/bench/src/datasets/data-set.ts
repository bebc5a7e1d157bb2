/** A text that is stored as one memory. */
export interface DataSetItem {
  /** ID within the collection. Items with the same ID count as the same item. */
  id: string;
  text: string;
  /** Conversation of the item. The order of the items of a conversation is that of the data set. */
  conversation?: string;
  /** Event time in ISO 8601. */
  time?: string;
}

export interface DataSetQuestion {
  /** ID, unique within the collection. */
  id: string;
  text: string;
  /** Grades, above 0, of the relevant items by ID. Empty if no item is relevant. */
  relevant: ReadonlyMap<string, number>;
  category?: string;
  /** Time of the question in ISO 8601, to which dates in its text are relative. */
  time?: string;
}

/** Items that belong together, such as the turns of all sessions of two speakers, and questions about them. */
export interface Collection {
  name: string;
  items: DataSetItem[];
  questions: DataSetQuestion[];
}

/** Metrics of a ranking. @see infra/bench/src/retrieval/score-ranking.ts */
export const METRICS = [
  'recall@5',
  'recall@10',
  'recall@20',
  'MRR@20',
  'nDCG@10',
  'graded nDCG@10',
  'all@5',
  'all@10',
  'distinct@10',
] as const;
export type Metric = (typeof METRICS)[number];

export interface DataSet {
  name: string;
  collections: Collection[];
  /** Metric by which hybrid search is compared with its retrievers. */
  mainMetric: Metric;
  /** Minimum of the main metric of hybrid search with one tenant per collection. */
  target?: number;
  /** True if items can have the same ID, because they are versions of the same text. */
  hasVersions?: boolean;
}

/** A line of a data set file with an item. */
interface ItemLine {
  id: string;
  text: string;
  collection?: string;
  conversation?: string;
  time?: string;
}

/** A line of a data set file with a question. */
interface QuestionLine {
  question: string;
  relevant: string[] | Record<string, number>;
  id?: string;
  collection?: string;
  category?: string;
  time?: string;
}

const DEFAULT_COLLECTION = 'default';

/**
 * Parses a data set in the JSONL format of the benchmark.
 *
 * @param name name of the data set in the report
 * @throws Error with the number of the line that is malformed or names an unknown item
 * @see infra/bench/README.md#data-set-format
 */
export function parseDataSet(name: string, text: string): DataSet {
  const collections = new Map<string, Collection>();
  const collectionOf = (collection = DEFAULT_COLLECTION): Collection => {
    const known = collections.get(collection) ?? { name: collection, items: [], questions: [] };
    collections.set(collection, known);
    return known;
  };
  const questions: { line: number; question: QuestionLine }[] = [];
  for (const [index, json] of text.split('\n').entries()) {
    if (json.trim() === '') continue;
    const value = parseLine(json, index + 1);
    if ('question' in value) questions.push({ line: index + 1, question: value });
    else {
      const { collection, ...item } = value;
      collectionOf(collection).items.push(item);
    }
  }
  for (const { line, question } of questions) {
    const { items, questions: known } = collectionOf(question.collection);
    known.push(toQuestion(question, line, items, known.length));
  }
  if (questions.length === 0) throw new Error(`The data set ${name} has no questions.`);
  return { name, collections: [...collections.values()], mainMetric: 'recall@10' };
}

function parseLine(json: string, line: number): ItemLine | QuestionLine {
  let value: Partial<ItemLine & QuestionLine> | null = null;
  try {
    value = JSON.parse(json) as Partial<ItemLine & QuestionLine> | null;
  } catch {
    // Reported below.
  }
  const isItem = typeof value?.id === 'string' && typeof value.text === 'string';
  const isQuestion = typeof value?.question === 'string' && typeof value.relevant === 'object';
  if (!isItem && !isQuestion) {
    throw new Error(
      `Line ${line} of the data set is neither an item with "id" and "text" nor a question with "question" and "relevant".`,
    );
  }
  return value as ItemLine | QuestionLine;
}

function toQuestion(
  { question, relevant, id, category, time }: QuestionLine,
  line: number,
  items: readonly DataSetItem[],
  index: number,
): DataSetQuestion {
  const grades = new Map(
    Array.isArray(relevant) ? relevant.map((each) => [each, 1]) : Object.entries(relevant),
  );
  const known = new Set(items.map((item) => item.id));
  for (const [item, grade] of grades) {
    if (!known.has(item)) throw new Error(`Line ${line} of the data set names the unknown item ${item}.`);
    if (!(grade > 0)) throw new Error(`Line ${line} of the data set has a grade that is not above 0.`);
  }
  return {
    id: id ?? String(index + 1),
    text: question,
    relevant: grades,
    ...(category !== undefined && { category }),
    ...(time !== undefined && { time }),
  };
}
