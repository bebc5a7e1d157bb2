import type { Transaction } from '@loci/postgres';
import { FOLLOWED } from '../graph-store/incremental/incident-edges.ts';
import type { IncidentEdgeFilter, IncidentEdges } from '../graph-store/incremental/incident-edges.ts';
import { EDGE_COLUMNS, toGraphEdge } from '../relationships/relationship.row.ts';
import type { EdgeRow } from '../relationships/relationship.row.ts';
import { isSelectedAt, recordedStates } from './past-conditions.ts';
import type { PastSelection } from './past-conditions.ts';

/** Times of a read of the past. */
export interface PastTimes {
  /** Time at which relationships must be valid. */
  at: Date;
  /** Time at which the states were recorded. Null for the current states. */
  knownAt: Date | null;
}

/** Maximum number of edges that one query examines, divided equally between its nodes. */
const MAX_VISITS = 1_000_000;

interface IncidentEdgeRow extends EdgeRow {
  node_id: string;
  examined: string;
}

/**
 * Fetches the edges of a time along which a walk may leave each node, in the order of the filter. The edges do not have a
 * period and are active, because they are selected by the query.
 *
 * @param hiddenIds nodes to which no edge is returned
 */
export async function fetchPastEdges(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
  { direction, types, limitPerNode }: Omit<IncidentEdgeFilter, 'bounds'>,
  { at, knownAt, hiddenIds, ...selection }: PastTimes & PastSelection & { hiddenIds: readonly string[] },
): Promise<IncidentEdges[]> {
  const source = recordedStates(knownAt === null ? null : '$9');
  const visitsPerNode = Math.max(limitPerNode, Math.floor(MAX_VISITS / ids.length));
  const rows = await tx.query<IncidentEdgeRow>(
    `SELECT node.id AS node_id, edge.*
     FROM unnest($2::uuid[]) node(id) CROSS JOIN LATERAL (
       SELECT ${EDGE_COLUMNS}, examined FROM (
         SELECT *, count(*) OVER () AS examined FROM (
           SELECT ${EDGE_COLUMNS}, true AS outgoing, to_id AS target FROM (${source}) s WHERE from_id = node.id
           UNION ALL
           SELECT ${EDGE_COLUMNS}, false, from_id FROM (${source}) s WHERE to_id = node.id
           LIMIT $3) incident) examined
       WHERE (outgoing = ANY($4::boolean[]) OR direction_type = 'BIDIRECTIONAL')
         AND (cardinality($5::text[]) = 0 OR relationship_type = ANY($5)) AND ${isSelectedAt(selection, '$6::timestamptz')}
         AND target <> ALL($7::uuid[])
       ORDER BY round((strength * confidence)::numeric, 12) DESC, target DESC, id DESC LIMIT $8) edge`,
    [
      tenantId,
      ids,
      visitsPerNode,
      FOLLOWED[direction],
      types,
      at,
      hiddenIds,
      limitPerNode,
      ...(knownAt === null ? [] : [knownAt]),
    ],
  );
  const found = new Map<string, IncidentEdges>(
    ids.map((id) => [id, { id, edges: [], limit: limitPerNode, incomplete: false }]),
  );
  for (const row of rows) {
    const node = found.get(row.node_id)!;
    node.edges.push({
      ...toGraphEdge({ ...row, valid_from: null, valid_until: null }),
      isActive: true,
    });
    node.incomplete ||= Number(row.examined) >= visitsPerNode;
  }
  return [...found.values()];
}
