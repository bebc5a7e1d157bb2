import type { Database } from '@loci/postgres';
import type { GraphEdge, LoadEdges } from '../graph-store/graph-store.ts';

const PAGE_SIZE = 20_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const ID_LENGTH = FIRST_ID.length;

/**
 * Reads a tenant's relationships for a graph store, in pages by id. What is written meanwhile may or may not
 * be in it: the store hears of it by itself and compares revisions.
 */
export function graphEdgeLoader({ inTransaction }: Pick<Database, 'inTransaction'>): LoadEdges {
  /** A page as one text, a line for each: the driver takes three times as long for as many rows of columns. */
  async function readLines(tenantId: string, afterId: string): Promise<string[]> {
    const pages = await inTransaction(tenantId, async (tx) => {
      const [, page] = await Promise.all([
        // A table that is not analysed yet looks small, and would be sorted whole for every page.
        tx.query('SET LOCAL enable_sort = off', [], 'relationship-load-by-index'),
        tx.query<{ lines: string | null }>(
          `SELECT string_agg(concat_ws(' ', id, from_id, to_id, relationship_type, direction_type, strength,
             confidence, revision), E'\\n') AS lines
           FROM (SELECT * FROM relationships WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3) page`,
          [tenantId, afterId, PAGE_SIZE],
        ),
      ]);
      return page;
    });
    return pages[0]!.lines?.split('\n') ?? [];
  }

  return async function* loadEdges(tenantId) {
    let next = readLines(tenantId, FIRST_ID);
    let lines: string[];
    do {
      lines = await next;
      if (lines.length === PAGE_SIZE) {
        // Asked for now, it is there when this one has been taken in.
        next = readLines(tenantId, lines.at(-1)!.slice(0, ID_LENGTH));
        next.catch(() => undefined);
      }
      yield lines.map(toEdge);
    } while (lines.length === PAGE_SIZE);
  };
}

function toEdge(line: string): GraphEdge {
  const [id, fromId, toId, type, directionType, strength, confidence, revision] = line.split(' ') as [
    string,
    string,
    string,
    string,
    GraphEdge['directionType'],
    string,
    string,
    string,
  ];
  return {
    id,
    fromId,
    toId,
    type,
    directionType,
    strength: Number(strength),
    confidence: Number(confidence),
    revision: Number(revision),
  };
}
