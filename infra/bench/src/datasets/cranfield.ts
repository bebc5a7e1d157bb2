export interface CranfieldDocument {
  /** `1` to `1400`. */
  documentId: string;
  /** The title and then the text, on one line. The collection's texts begin with the title once more. */
  content: string;
}

export interface CranfieldQuery {
  question: string;
  /** Document id to grade, 1 (of minimum interest) to 4 (a complete answer); the unjudged are left out. */
  grades: Map<string, number>;
}

export interface Cranfield {
  /** Without the two of the collection that have no text. */
  documents: CranfieldDocument[];
  /** Only those with a relevant document. */
  queries: CranfieldQuery[];
}

/**
 * Reads the Cranfield collection (1,400 abstracts, 225 queries).
 *
 * @param files the texts of `cran.all.1400`, `cran.qry` and `cranqrel`
 * @throws Error when a judgment names a query or has a form that does not exist
 * @see Cleverdon, "The Cranfield tests on index language devices" (1967)
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
    // The judgments count the queries from 1; the ids in cran.qry have gaps and are not meant.
    const query = queries[Number(ordinal) - 1];
    if (query === undefined || documentId === undefined || code === undefined) {
      throw new Error(`Not a Cranfield judgment: "${line}".`);
    }
    // Cleverdon's codes run from 1, a complete answer, to 4, of minimum interest. -1 marks the paper whose
    // author asked the question: it is no answer and counts as not relevant.
    if (Number(code) > 0) query.grades.set(documentId, 5 - Number(code));
  }
  return { documents, queries: queries.filter((query) => query.grades.size > 0) };
}

interface MarkedRecord {
  id: string;
  title: string;
  text: string;
}

/** Records begin with `.I <id>`, their parts with a line `.T` (title), `.A`, `.B` or `.W` (text). */
function records(file: string): MarkedRecord[] {
  return file
    .split(/^\.I /m)
    .slice(1)
    .map((record) => {
      const [id, ...parts] = record.split(/^(?=\.[TABW]\s*$)/m);
      // A second `.W` in a record belongs to its text.
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
