import type { Transaction } from '@loci/postgres';
import type { RemovedRelationship } from './relationship.events.ts';
import type { Relationship } from './relationship.ts';

export interface RelationshipRow {
  tenant_id: string;
  id: string;
  revision: string;
  from_id: string;
  to_id: string;
  relationship_type: Relationship['relationshipType'];
  direction_type: Relationship['directionType'];
  inverse_type: Relationship['inverseType'];
  inverse_relationship_id: string | null;
  strength: number;
  confidence: number;
  evidence: Relationship['evidence'];
  traversal_properties: Relationship['traversalProperties'];
  metadata: Relationship['metadata'];
  origin: Relationship['origin'];
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

/**
 * Of a table called `r`. The other half of a pair is looked up: clearing its id where it is deleted would
 * make two transactions that delete both halves wait for each other.
 */
export const RELATIONSHIP_COLUMNS = `r.tenant_id, r.id, r.revision, r.from_id, r.to_id, r.relationship_type,
  r.direction_type, r.inverse_type,
  (SELECT half.id FROM relationships half
   WHERE half.tenant_id = r.tenant_id AND half.id = r.inverse_relationship_id) AS inverse_relationship_id,
  r.strength, r.confidence, r.evidence, r.traversal_properties, r.metadata, r.origin, r.created_by, r.created_at,
  r.updated_at`;

export interface RelationshipRepository {
  /**
   * Inserts those whose way between their memories is free, in the order given.
   * @returns the ids of those that were inserted
   */
  insertFree(tx: Transaction, relationships: readonly Relationship[]): Promise<Set<string>>;
  /**
   * Takes ids for good, of which nothing is derived any more.
   * @returns those that were free
   */
  claim(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Set<string>>;
  /** By the id of each of these of one tenant, the relationship that takes a way of it, if there is one. */
  findRivals(tx: Transaction, relationships: readonly Relationship[]): Promise<Map<string, string>>;
  find(tx: Transaction, tenantId: string, id: string): Promise<Relationship | null>;
  /** Those of `ids` that are relationships of the tenant. */
  existing(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Set<string>>;
  /** Stores all that belongs to a revision. */
  update(tx: Transaction, relationship: Relationship): Promise<void>;
  remove(tx: Transaction, tenantId: string, id: string): Promise<void>;
  /** Removes all from one memory to another, and the BIDIRECTIONAL ones between both; oldest first. */
  removeBetween(
    tx: Transaction,
    tenantId: string,
    fromId: string,
    toId: string,
  ): Promise<RemovedRelationship[]>;
  /** Removes up to `limit` relationships of these memories, either end. Nobody else may write meanwhile. */
  removeOfMemories(
    tx: Transaction,
    tenantId: string,
    memoryIds: readonly string[],
    limit: number,
  ): Promise<RemovedRelationship[]>;
  count(tx: Transaction, tenantId: string): Promise<number>;
}

/** In the words of the two unique indexes: the other ones lead to all relationships of a memory. */
const BETWEEN_WANTED = `SELECT id, from_id, direction_type FROM relationships
  WHERE tenant_id = $1 AND relationship_type = wanted.relationship_type
    AND least(from_id, to_id) = least(wanted.from_id, wanted.to_id)
    AND greatest(from_id, to_id) = greatest(wanted.from_id, wanted.to_id)`;

export const relationshipRepository: RelationshipRepository = {
  insertFree: async (tx, relationships) => {
    if (relationships.length === 0) return new Set();
    const rows = await tx.query<{ id: string }>(
      `INSERT INTO relationships (tenant_id, id, revision, from_id, to_id, relationship_type, direction_type,
         inverse_type, inverse_relationship_id, strength, confidence, evidence, traversal_properties, metadata,
         origin, created_by, created_at, updated_at)
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::uuid[], $6::text[], $7::text[],
         $8::text[], $9::uuid[], $10::float8[], $11::float8[], $12::jsonb[], $13::jsonb[], $14::jsonb[],
         $15::text[], $16::text[], $17::timestamptz[], $18::timestamptz[])
       ON CONFLICT DO NOTHING RETURNING id`,
      toColumns(relationships),
      'relationship-insert',
    );
    return new Set(rows.map((row) => row.id));
  },

  claim: async (tx, tenantId, ids) => {
    if (ids.length === 0) return new Set();
    const rows = await tx.query<{ id: string }>(
      `INSERT INTO derived_relationships (tenant_id, id)
       SELECT $1, id FROM unnest($2::uuid[]) id ORDER BY id ON CONFLICT DO NOTHING RETURNING id`,
      [tenantId, ids],
      'relationship-claim',
    );
    return new Set(rows.map((row) => row.id));
  },

  findRivals: async (tx, relationships) => {
    if (relationships.length === 0) return new Map();
    const rows = await tx.query<{ id: string; rival_id: string }>(
      `SELECT wanted.id, rival.id AS rival_id
       FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::boolean[])
         AS wanted(id, from_id, to_id, relationship_type, both_ways)
       CROSS JOIN LATERAL (
         SELECT r.id FROM (${BETWEEN_WANTED} AND (from_id < to_id OR direction_type = 'BIDIRECTIONAL')
           UNION ALL ${BETWEEN_WANTED} AND (from_id > to_id OR direction_type = 'BIDIRECTIONAL')) r
         WHERE r.from_id = wanted.from_id OR r.direction_type = 'BIDIRECTIONAL' OR wanted.both_ways
         ORDER BY r.id LIMIT 1) rival`,
      [
        relationships[0]!.tenantId,
        relationships.map((r) => r.id),
        relationships.map((r) => r.fromId),
        relationships.map((r) => r.toId),
        relationships.map((r) => r.relationshipType),
        relationships.map((r) => r.directionType === 'BIDIRECTIONAL'),
      ],
      'relationship-find-rivals',
    );
    return new Map(rows.map((row) => [row.id, row.rival_id]));
  },

  find: async (tx, tenantId, id) => {
    const rows = await tx.query<RelationshipRow>(
      `SELECT ${RELATIONSHIP_COLUMNS} FROM relationships r WHERE r.tenant_id = $1 AND r.id = $2`,
      [tenantId, id],
      'relationship-find',
    );
    return rows[0] ? toRelationship(rows[0]) : null;
  },

  existing: async (tx, tenantId, ids) => {
    const rows = await tx.query<{ id: string }>(
      'SELECT id FROM relationships WHERE tenant_id = $1 AND id = ANY($2)',
      [tenantId, ids],
      'relationship-existing',
    );
    return new Set(rows.map((row) => row.id));
  },

  update: async (tx, relationship) => {
    await tx.query(
      `UPDATE relationships SET revision = $3, strength = $4, confidence = $5, evidence = $6, updated_at = $7
       WHERE tenant_id = $1 AND id = $2`,
      [
        relationship.tenantId,
        relationship.id,
        relationship.revision,
        relationship.strength,
        relationship.confidence,
        JSON.stringify(relationship.evidence),
        relationship.updatedAt,
      ],
      'relationship-update',
    );
  },

  remove: async (tx, tenantId, id) => {
    await tx.query(
      'DELETE FROM relationships WHERE tenant_id = $1 AND id = $2',
      [tenantId, id],
      'relationship-remove',
    );
  },

  removeBetween: async (tx, tenantId, fromId, toId) => {
    const rows = await tx.query<RemovedRow>(
      `DELETE FROM relationships WHERE tenant_id = $1 AND ((from_id = $2 AND to_id = $3)
         OR (from_id = $3 AND to_id = $2 AND direction_type = 'BIDIRECTIONAL'))
       RETURNING tenant_id, id, revision, from_id, to_id`,
      [tenantId, fromId, toId],
      'relationship-remove-between',
    );
    return rows.map(toRemoved).sort((a, b) => (a.id < b.id ? -1 : 1));
  },

  removeOfMemories: async (tx, tenantId, memoryIds, limit) => {
    // Two statements: in one, a table that is not analysed yet makes the planner look for each row in the list.
    const found = await tx.query<{ id: string }>(
      `(SELECT id FROM relationships WHERE tenant_id = $1 AND from_id = ANY($2) LIMIT $3)
       UNION (SELECT id FROM relationships WHERE tenant_id = $1 AND to_id = ANY($2) LIMIT $3) LIMIT $3`,
      [tenantId, memoryIds, limit],
      'relationship-find-of-memories',
    );
    if (found.length === 0) return [];
    const rows = await tx.query<RemovedRow>(
      `DELETE FROM relationships WHERE tenant_id = $1 AND id = ANY($2)
       RETURNING tenant_id, id, revision, from_id, to_id`,
      [tenantId, found.map(({ id }) => id)],
      'relationship-remove-many',
    );
    return rows.map(toRemoved);
  },

  count: async (tx, tenantId) => {
    const rows = await tx.query<{ total: string }>(
      'SELECT count(*) AS total FROM relationships WHERE tenant_id = $1',
      [tenantId],
      'relationship-count',
    );
    return Number(rows[0]!.total);
  },
};

function toColumns(relationships: readonly Relationship[]): unknown[][] {
  const column = (value: (relationship: Relationship) => unknown): unknown[] => relationships.map(value);
  return [
    column((r) => r.tenantId),
    column((r) => r.id),
    column((r) => r.revision),
    column((r) => r.fromId),
    column((r) => r.toId),
    column((r) => r.relationshipType),
    column((r) => r.directionType),
    column((r) => r.inverseType),
    column((r) => r.inverseRelationshipId),
    column((r) => r.strength),
    column((r) => r.confidence),
    column((r) => JSON.stringify(r.evidence)),
    column((r) => JSON.stringify(r.traversalProperties)),
    column((r) => JSON.stringify(r.metadata)),
    column((r) => r.origin),
    column((r) => r.createdBy),
    column((r) => r.createdAt),
    column((r) => r.updatedAt),
  ];
}

export function toRelationship(row: RelationshipRow): Relationship {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    revision: Number(row.revision),
    fromId: row.from_id,
    toId: row.to_id,
    relationshipType: row.relationship_type,
    directionType: row.direction_type,
    inverseType: row.inverse_type,
    inverseRelationshipId: row.inverse_relationship_id,
    strength: row.strength,
    confidence: row.confidence,
    evidence: row.evidence,
    traversalProperties: row.traversal_properties,
    metadata: row.metadata,
    origin: row.origin,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

type RemovedRow = Pick<RelationshipRow, 'tenant_id' | 'id' | 'revision' | 'from_id' | 'to_id'>;

function toRemoved(row: RemovedRow): RemovedRelationship {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    revision: Number(row.revision),
    fromId: row.from_id,
    toId: row.to_id,
  };
}
