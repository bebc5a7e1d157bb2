/**
 * How the graph lies in Neo4j. Community has one database for all tenants, so every node and every relationship
 * carries its tenant in its `key`, by which each query begins:
 *
 * - `(:LociNode {key, gone})`: a memory. `gone` is true for one that was removed, for good.
 * - `-[:LOCI_EDGE {key, type, directionType, weight, revision, state}]->`: an edge; `state` is all of it as a text
 * - `(:LociEdgeGuard {key, removedRevision})`: one for each edge that was ever written or removed. Writers lock
 *   it first, whether the edge exists or not; it remembers at which revision the edge was removed.
 *
 * `lock` on a node is written to lock it, and means nothing.
 */
export const CONSTRAINTS = [
  'CREATE CONSTRAINT loci_node_key IF NOT EXISTS FOR (node:LociNode) REQUIRE node.key IS UNIQUE',
  'CREATE CONSTRAINT loci_edge_guard_key IF NOT EXISTS FOR (guard:LociEdgeGuard) REQUIRE guard.key IS UNIQUE',
  'CREATE CONSTRAINT loci_edge_key IF NOT EXISTS FOR ()-[edge:LOCI_EDGE]-() REQUIRE edge.key IS UNIQUE',
] as const;

/** What follows the tenant in a key; the next character ends the tenant's range of keys. */
const SEPARATOR = '/';
const AFTER_SEPARATOR = '0';

/** The key of a node or an edge, whose id is a UUID. */
export const keyOf = (tenantId: string, id: string): string =>
  `${tenantId.toLowerCase()}${SEPARATOR}${id.toLowerCase()}`;

export const idOf = (key: string): string => key.slice(-36);

/** All keys of a tenant, those after `afterId` (null: from the first), lie between these two, both excluded. */
export const keysOf = (tenantId: string, afterId: string | null = null): { after: string; end: string } => ({
  after: keyOf(tenantId, afterId ?? ''),
  end: tenantId.toLowerCase() + AFTER_SEPARATOR,
});
