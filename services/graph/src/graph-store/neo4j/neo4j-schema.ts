/**
 * The data model in Neo4j. Neo4j Community has one database, which all tenants share. Every node and relationship
 * therefore has a `key` that consists of tenant id and id, and every query selects by key.
 *
 * - `(:LociNode {key, gone, goneAt, validFrom, validUntil, expiresAt, windowRevision})` is a memory. `gone` is true for a
 *   memory that was removed at `goneAt`. The next three properties are the bounds of its window that are not open, and
 *   `windowRevision` is the revision of the window. Most memories have no window.
 * - `-[:LOCI_EDGE {key, type, directionType, active, weight, revision, state}]->` is an edge. `state` is the whole edge as text.
 * - `(:LociEdgeGuard {key, removedRevision, removedAt})` exists for every edge that exists or was removed. Writers lock it
 *   first, whether or not the edge exists. `removedRevision` is the revision of the edge's removal at `removedAt`.
 *
 * Times are in milliseconds since the epoch. `purgeTombstones` deletes guards and nodes by them.
 *
 * Writing the property `lock` of a node locks the node. Its value has no meaning.
 */
export const SCHEMA_STATEMENTS = [
  'CREATE CONSTRAINT loci_node_key IF NOT EXISTS FOR (node:LociNode) REQUIRE node.key IS UNIQUE',
  'CREATE CONSTRAINT loci_edge_guard_key IF NOT EXISTS FOR (guard:LociEdgeGuard) REQUIRE guard.key IS UNIQUE',
  'CREATE CONSTRAINT loci_edge_key IF NOT EXISTS FOR ()-[edge:LOCI_EDGE]-() REQUIRE edge.key IS UNIQUE',
  'CREATE INDEX loci_edge_guard_removed_at IF NOT EXISTS FOR (guard:LociEdgeGuard) ON (guard.removedAt)',
  'CREATE INDEX loci_node_gone_at IF NOT EXISTS FOR (node:LociNode) ON (node.goneAt)',
] as const;

/** Separates the tenant id from the id in a key. */
const SEPARATOR = '/';
/** The character that follows the separator in ASCII. Upper bound of a tenant's keys. */
const AFTER_SEPARATOR = '0';

/** Returns the key of a node or an edge. */
export const keyOf = (tenantId: string, id: string): string =>
  `${tenantId.toLowerCase()}${SEPARATOR}${id.toLowerCase()}`;

/** Returns the id of a node or an edge from its key. */
export const idOf = (key: string): string => key.slice(-36);

/** Range of a tenant's keys. Both bounds are exclusive. */
export interface KeyRange {
  after: string;
  end: string;
}

/** Returns the range of a tenant's keys with ids greater than `afterId`, or of all its keys if `afterId` is null. */
export const keyRange = (tenantId: string, afterId: string | null = null): KeyRange => ({
  after: keyOf(tenantId, afterId ?? ''),
  end: tenantId.toLowerCase() + AFTER_SEPARATOR,
});
