import type { DataSet } from './data-set.ts';

export interface CranfieldDocument {
  /** Number of the document, `1` to `1400`. */
  documentId: string;
  /**
   * Title and text on one line. The title occurs twice, because the text in the collection starts with it.
   */
  content: string;
}

export interface CranfieldQuery {
  question: string;
  /** Grades of the relevant documents by id, from 1 (minimum interest) to 4 (complete answer). */
  grades: Map<string, number>;
}

export interface Cranfield {
  /** All documents except the two without text. */
  documents: CranfieldDocument[];
  /** Queries with at least one relevant document. */
  queries: CranfieldQuery[];
}

/**
 * Reads the Cranfield collection (1,400 abstracts, 225 queries).
 *
 * @param files the texts of `cran.all.1400`, `cran.qry` and `cranqrel`
 * @throws Error if a judgment is malformed or names an unknown query
 * @see Cleverdon 1967, "The Cranfield tests on index language devices"
 */
export function parseCranfield(files: { documents: string; queries: string; judgments: string }): Cranfield {
  const documents = records(files.documents)
    .filter((record) => oneLine(record.text) !== '')
    .map((record) => ({ documentId: record.id, content: oneLine(`${record.title} ${record.text}`) }));
  const queries = records(files.queries).map((record) => ({
    question: oneLine(record.text),
    grades: new Map<string, number>(),
  }));
  for (const line of files.judgments.split('\n').filter((each) => each.trim() !== '')) {
    const [ordinal, documentId, code] = line.trim().split(/\s+/);
    // Judgments number the queries from 1. They do not use the ids in cran.qry, which have gaps.
    const query = queries[Number(ordinal) - 1];
    if (query === undefined || documentId === undefined || code === undefined) {
      throw new Error(
        `Invalid judgment "${line}". Expected the number of a query in cran.qry, a document id and a code.`,
      );
    }
    // The codes range from 1 (complete answer) to 4 (minimum interest). -1 marks the paper whose author asked
    // the question. That paper does not count as relevant.
    if (Number(code) > 0) query.grades.set(documentId, 5 - Number(code));
  }
  return { documents, queries: queries.filter((query) => query.grades.size > 0) };
}

/** Converts the collection to a data set with graded relevance. */
export const cranfieldDataSet = ({ documents, queries }: Cranfield): DataSet => ({
  name: 'cranfield',
  collections: [
    {
      name: 'cranfield',
      items: documents.map(({ documentId, content }) => ({ id: documentId, text: content })),
      questions: queries.map(({ question, grades }, index) => ({
        id: String(index + 1),
        text: question,
        relevant: grades,
      })),
    },
  ],
  mainMetric: 'nDCG@10',
  target: 0.4,
});

interface MarkedRecord {
  id: string;
  title: string;
  text: string;
}

/**
 * Splits a file into records. A record starts with `.I <id>`. Its parts start with `.T` (title), `.A`, `.B`
 * or `.W` (text).
 */
function records(file: string): MarkedRecord[] {
  return file
    .split(/^\.I /m)
    .slice(1)
    .map((record) => {
      const [id, ...parts] = record.split(/^(?=\.[TABW]\s*$)/m);
      // A second `.W` in a record is part of its text.
      const part = (mark: string) =>
        parts
          .filter((each) => each.startsWith(mark))
          .map((each) => each.slice(mark.length))
          .join(' ');
      return { id: id!.trim(), title: part('.T'), text: part('.W') };
    });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
