import type { DataSet, DataSetQuestion } from './data-set.ts';

/** A paragraph of an article with which a question was published. */
interface Paragraph {
  title: string;
  text: string;
  isRelevant: boolean;
}

/** A question of MuSiQue. Its ID begins with the number of hops. */
interface MusiqueQuestion {
  id: string;
  question: string;
  paragraphs: { title: string; paragraph_text: string; is_supporting: boolean }[];
}

/** A question of HotpotQA or 2WikiMultihopQA. */
interface WikiQuestion {
  _id: string;
  question: string;
  /** For example `bridge` or `comparison`. */
  type: string;
  /** Titles and sentences of paragraphs. */
  context: [string, string[]][];
  /** Title of each relevant paragraph, and number of the relevant sentence. */
  supporting_facts: [string, number][];
}

/**
 * Parses a file of MuSiQue, HotpotQA or 2WikiMultihopQA. The paragraphs of all questions together are the items of one
 * collection. The relevant items are the supporting paragraphs.
 *
 * @param name name of the data set in the report
 * @param text array of questions in JSON, or one question per line
 * @throws Error if a question has another format
 */
export function parseMultiHop(name: string, text: string): DataSet {
  const idOf = new Map<string, string>();
  const questions = readQuestions(text).map((value, index): DataSetQuestion => {
    if (!isMusique(value) && !isWiki(value))
      throw new Error(`Question ${index + 1} of ${name} has neither "paragraphs" nor "context".`);
    const relevant = new Map<string, number>();
    for (const { title, text: content, isRelevant } of paragraphsOf(value)) {
      const item = `${title}\n${content}`;
      const id = idOf.get(item) ?? String(idOf.size + 1);
      idOf.set(item, id);
      if (isRelevant) relevant.set(id, 1);
    }
    return { id: idOfQuestion(value), text: value.question, relevant, category: categoryOf(value) };
  });
  const items = Array.from(idOf, ([item, id]) => ({ id, text: item }));
  return { name, collections: [{ name, items, questions }], mainMetric: 'recall@10' };
}

function readQuestions(text: string): unknown[] {
  if (text.trimStart().startsWith('[')) return JSON.parse(text) as unknown[];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line): unknown => JSON.parse(line));
}

const isMusique = (value: unknown): value is MusiqueQuestion =>
  Array.isArray((value as Partial<MusiqueQuestion> | null)?.paragraphs);

const isWiki = (value: unknown): value is WikiQuestion =>
  Array.isArray((value as Partial<WikiQuestion> | null)?.context);

function paragraphsOf(question: MusiqueQuestion | WikiQuestion): Paragraph[] {
  if (isMusique(question))
    return question.paragraphs.map(({ title, paragraph_text: text, is_supporting: isRelevant }) => ({
      title,
      text,
      isRelevant,
    }));
  const supporting = new Set(question.supporting_facts.map(([title]) => title));
  return question.context.map(([title, sentences]) => ({
    title,
    // The sentences of HotpotQA begin with a space, those of 2WikiMultihopQA do not.
    text: sentences.map((sentence) => sentence.trim()).join(' '),
    isRelevant: supporting.has(title),
  }));
}

const idOfQuestion = (question: MusiqueQuestion | WikiQuestion): string =>
  isMusique(question) ? question.id : question._id;

const categoryOf = (question: MusiqueQuestion | WikiQuestion): string =>
  isMusique(question) ? /^\d+hop/.exec(question.id)![0] : question.type;
