import { createHash } from 'node:crypto';
import { ApiError } from '@loci/client';
import type { Loci } from '@loci/client';
import type { ImportedRelationship } from './import-item.ts';
import { addSkipped } from './import-report.ts';
import type { ImportReport } from './import-report.ts';
import type { ImportJournal, JournalEdge } from './journal/sqlite-import-journal.ts';
import { refOf } from './new-memory.ts';

const PAGE = 1000;

type NewRelationship = Parameters<Loci['relationships']['createMany']>[0][number];

/** Relationship with the data for the report. */
interface Candidate {
  edge: JournalEdge;
  body: NewRelationship;
  label: string;
}

export function toEdge(item: ImportedRelationship, scope: string): JournalEdge {
  const { from, to, relationshipType, directionType, metadata } = item;
  return {
    key: createHash('sha256')
      .update(JSON.stringify([scope, from, to, relationshipType]))
      .digest('hex')
      .slice(0, 32),
    fromRef: refOf(scope, from),
    toRef: refOf(scope, to),
    body: JSON.stringify({
      label: `${from.slice(0, 200)} → ${to.slice(0, 200)}`,
      relationship: { relationship_type: relationshipType, direction_type: directionType, metadata },
    }),
  };
}

/** Creates the relationships of the journal whose memories exist. */
export async function createRelationships(
  loci: Loci,
  journal: ImportJournal,
  report: ImportReport,
  onProgress: () => void,
): Promise<void> {
  let after = '';
  for (let edges = journal.openEdges(after, PAGE); edges.length > 0; edges = journal.openEdges(after, PAGE)) {
    after = edges.at(-1)!.key;
    const candidates = edges.flatMap((edge) => resolve(edge, journal, report) ?? []);
    await createPage(loci, journal, report, candidates);
    onProgress();
  }
}

function resolve(edge: JournalEdge, journal: ImportJournal, report: ImportReport): Candidate | undefined {
  const from = journal.findByRef(edge.fromRef);
  const to = journal.findByRef(edge.toRef);
  const { label, relationship } = JSON.parse(edge.body) as { label: string; relationship: NewRelationship };
  if (from === undefined || to === undefined)
    addSkipped(report, label, 'A memory of the relationship was not imported.');
  else if (from === to) addSkipped(report, label, 'The relationship connects a memory with itself.');
  else return { edge, body: { ...relationship, from_id: from, to_id: to }, label };
  return undefined;
}

/** Creates relationships in one request. The server creates all or none, so rejected ones are removed and the rest is sent again. */
async function createPage(
  loci: Loci,
  journal: ImportJournal,
  report: ImportReport,
  candidates: Candidate[],
): Promise<void> {
  for (let rest = candidates; rest.length > 0;) {
    const body = rest.map((candidate) => candidate.body);
    try {
      await loci.relationships.createMany(body);
      report.createdRelationships += rest.length;
      journal.closeEdges(rest.map(({ edge }) => edge.key));
      return;
    } catch (error) {
      const rejected = rejectedElements(error);
      for (const [index, { code, message }] of rejected) {
        const candidate = rest[index]!;
        if (code === 'RES_ALREADY_EXISTS') {
          report.existingRelationships += 1;
          journal.closeEdges([candidate.edge.key]);
        } else addSkipped(report, candidate.label, message);
      }
      rest = rest.filter((_, index) => !rejected.has(index));
    }
  }
}

/** Returns the invalid elements of a rejected request. Throws every other error. */
function rejectedElements(error: unknown): Map<number, { code: string; message: string }> {
  const problems = error instanceof ApiError && error.status < 500 ? error.details?.['errors'] : undefined;
  if (!Array.isArray(problems) || problems.length === 0) throw error;
  return new Map(
    (problems as { index: number; code: string; message: string }[]).map(({ index, code, message }) => [
      index,
      { code, message },
    ]),
  );
}
