import type { Transaction } from '@loci/postgres';
import { archived, recordingUser } from '../revisions/revision.sql.ts';
import { counted, countedAsInactive, countRelationships } from './relationship-counters.ts';
import type { RemovedRelationship } from './relationship.events.ts';
import {
  INSERT_RELATIONSHIPS,
  RELATIONSHIP_COLUMNS,
  REMOVED_COLUMNS,
  toInsertParameters,
  toRelationship,
  toRemovedRelationship,
  toRow,
} from './relationship.row.ts';
import type { RelationshipRow, RemovedRow } from './relationship.row.ts';
import type { Relationship } from './relationship.ts';

export interface RelationshipRepository {
  /**
   * Inserts relationships in the given order, except those that conflict with a stored one.
   *
   * @returns the ids of the inserted relationships
   * @see docs/reference/relationships.md#uniqueness
   */
  insertNonConflicting(tx: Transaction, relationships: readonly Relationship[]): Promise<Set<string>>;
  /**
   * Claims ids permanently, so that no relationship is derived from them again.
   *
   * @returns the ids that were not claimed before
   */
  claimIds(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Set<string>>;
  /**
   * Finds stored relationships that conflict with the given ones.
   *
   * @param relationships new relationships of one tenant
   * @returns a map from the id of each given relationship with a conflict to the id of a stored relationship
   */
  findConflicts(tx: Transaction, relationships: readonly Relationship[]): Promise<Map<string, string>>;
  find(tx: Transaction, tenantId: string, id: string): Promise<Relationship | null>;
  /** Returns the ids that belong to relationships of the tenant. */
  findExisting(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Set<string>>;
  /** Archives the stored state, and stores the revision, strength, confidence, evidence, validity period and update time of a relationship. */
  update(tx: Transaction, relationship: Relationship): Promise<void>;
  /** Removes a relationship and archives its last state, like the other methods that remove relationships. */
  remove(tx: Transaction, tenantId: string, id: string, removedAt: Date): Promise<void>;
  /**
   * Removes all relationships from one memory to another, and the BIDIRECTIONAL ones between them.
   *
   * @returns the removed relationships, oldest first
   */
  removeBetween(
    tx: Transaction,
    tenantId: string,
    fromId: string,
    toId: string,
    removedAt: Date,
  ): Promise<RemovedRelationship[]>;
  /**
   * Removes up to `limit` relationships of the given memories, in both directions. The transaction must hold
   * the lock for bulk removal.
   */
  removeOfMemories(
    tx: Transaction,
    tenantId: string,
    memoryIds: readonly string[],
    limit: number,
    removedAt: Date,
  ): Promise<RemovedRelationship[]>;
  /**
   * Returns up to `limit` active relationships of the given memories, in both directions, and in addition the
   * active relationships that form an INVERSE_PAIRED pair with one of them.
   */
  findActiveOfMemories(
    tx: Transaction,
    tenantId: string,
    memoryIds: readonly string[],
    limit: number,
  ): Promise<Relationship[]>;
  /** Archives active relationships, makes them inactive and increments their revisions. */
  deactivate(tx: Transaction, tenantId: string, ids: readonly string[], now: Date): Promise<void>;
  /** Returns the number of active relationships. */
  count(tx: Transaction, tenantId: string): Promise<number>;
  /**
   * Lists relationships in ascending order of tenant id and id.
   *
   * @param tenantId null lists the relationships of all tenants, which requires a system transaction
   * @param after the page starts after this tenant id and id
   */
  list(
    tx: Transaction,
    tenantId: string | null,
    after: { tenantId: string; id: string },
    limit: number,
  ): Promise<Relationship[]>;
}

/**
 * Selects the relationships of a type between two memories. The expressions match those of the unique
 * indexes. A lookup in another index would read all relationships of a memory.
 */
const SELECT_BETWEEN_WANTED = `SELECT id, from_id, direction_type FROM relationships
  WHERE tenant_id = $1 AND relationship_type = wanted.relationship_type
    AND least(from_id, to_id) = least(wanted.from_id, wanted.to_id)
    AND greatest(from_id, to_id) = greatest(wanted.from_id, wanted.to_id)`;

export const relationshipRepository: RelationshipRepository = {
  insertNonConflicting: async (tx, relationships) => {
    if (relationships.length === 0) return new Set();
    const rows = await tx.query<{ id: string }>(
      counted(
        `${INSERT_RELATIONSHIPS} ON CONFLICT DO NOTHING RETURNING tenant_id, id, relationship_type, is_active`,
        1,
        'SELECT id FROM changed',
      ),
      toInsertParameters(relationships),
      'relationship-insert',
    );
    return new Set(rows.map((row) => row.id));
  },

  claimIds: async (tx, tenantId, ids) => {
    if (ids.length === 0) return new Set();
    const rows = await tx.query<{ id: string }>(
      `INSERT INTO derived_relationships (tenant_id, id)
       SELECT $1, id FROM unnest($2::uuid[]) id ORDER BY id ON CONFLICT DO NOTHING RETURNING id`,
      [tenantId, ids],
      'relationship-claim',
    );
    return new Set(rows.map((row) => row.id));
  },

  findConflicts: async (tx, relationships) => {
    if (relationships.length === 0) return new Map();
    const rows = await tx.query<{ id: string; conflicting_id: string }>(
      `SELECT wanted.id, conflict.id AS conflicting_id
       FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::boolean[])
         AS wanted(id, from_id, to_id, relationship_type, is_bidirectional)
       CROSS JOIN LATERAL (
         SELECT r.id FROM (${SELECT_BETWEEN_WANTED} AND (from_id < to_id OR direction_type = 'BIDIRECTIONAL')
           UNION ALL ${SELECT_BETWEEN_WANTED} AND (from_id > to_id OR direction_type = 'BIDIRECTIONAL')) r
         WHERE r.from_id = wanted.from_id OR r.direction_type = 'BIDIRECTIONAL' OR wanted.is_bidirectional
         ORDER BY r.id LIMIT 1) conflict`,
      [
        relationships[0]!.tenantId,
        relationships.map((r) => r.id),
        relationships.map((r) => r.fromId),
        relationships.map((r) => r.toId),
        relationships.map((r) => r.relationshipType),
        relationships.map((r) => r.directionType === 'BIDIRECTIONAL'),
      ],
      'relationship-find-conflicts',
    );
    return new Map(rows.map((row) => [row.id, row.conflicting_id]));
  },

  find: async (tx, tenantId, id) => {
    const rows = await tx.query<RelationshipRow>(
      `SELECT ${RELATIONSHIP_COLUMNS} FROM relationships r WHERE r.tenant_id = $1 AND r.id = $2`,
      [tenantId, id],
      'relationship-find',
    );
    return rows[0] ? toRelationship(rows[0]) : null;
  },

  findExisting: async (tx, tenantId, ids) => {
    const rows = await tx.query<{ id: string }>(
      'SELECT id FROM relationships WHERE tenant_id = $1 AND id = ANY($2)',
      [tenantId, ids],
      'relationship-find-existing',
    );
    return new Set(rows.map((row) => row.id));
  },

  update: async (tx, relationship) => {
    const row = toRow(relationship);
    await tx.query(
      `WITH ${archived('FROM relationships WHERE tenant_id = $1 AND id = $2', '$7', { deletes: false })}
       UPDATE relationships SET revision = $3, strength = $4, confidence = $5, evidence = $6, updated_at = $7,
         valid_from = $8, valid_until = $9, recorded_by = $10, original_authors = original_authors - 'recorded_by'
       WHERE tenant_id = $1 AND id = $2`,
      [
        row.tenant_id,
        row.id,
        row.revision,
        row.strength,
        row.confidence,
        row.evidence,
        row.updated_at,
        row.valid_from,
        row.valid_until,
        recordingUser(),
      ],
      'relationship-update',
    );
  },

  remove: async (tx, tenantId, id, removedAt) => {
    await tx.query(
      counted(
        'DELETE FROM relationships WHERE tenant_id = $1 AND id = $2 RETURNING *',
        -1,
        'SELECT FROM changed',
        [archived('FROM changed', '$3', { deletes: true })],
      ),
      [tenantId, id, removedAt],
      'relationship-remove',
    );
  },

  removeBetween: async (tx, tenantId, fromId, toId, removedAt) => {
    const rows = await tx.query<RemovedRow>(
      counted(
        `DELETE FROM relationships WHERE tenant_id = $1 AND ((from_id = $2 AND to_id = $3)
           OR (from_id = $3 AND to_id = $2 AND direction_type = 'BIDIRECTIONAL'))
         RETURNING *`,
        -1,
        `SELECT ${REMOVED_COLUMNS} FROM changed`,
        [archived('FROM changed', '$4', { deletes: true })],
      ),
      [tenantId, fromId, toId, removedAt],
      'relationship-remove-between',
    );
    return rows.map(toRemovedRelationship).sort((a, b) => (a.id < b.id ? -1 : 1));
  },

  removeOfMemories: async (tx, tenantId, memoryIds, limit, removedAt) => {
    // Uses two statements, because in one statement the planner would compare each row with the whole list of
    // ids while the table has no statistics.
    const found = await tx.query<{ id: string }>(
      `(SELECT id FROM relationships WHERE tenant_id = $1 AND from_id = ANY($2) LIMIT $3)
       UNION (SELECT id FROM relationships WHERE tenant_id = $1 AND to_id = ANY($2) LIMIT $3) LIMIT $3`,
      [tenantId, memoryIds, limit],
      'relationship-find-of-memories',
    );
    if (found.length === 0) return [];
    const rows = await tx.query<RemovedRow>(
      counted(
        'DELETE FROM relationships WHERE tenant_id = $1 AND id = ANY($2) RETURNING *',
        -1,
        `SELECT ${REMOVED_COLUMNS} FROM changed`,
        [archived('FROM changed', '$3', { deletes: true })],
      ),
      [tenantId, found.map(({ id }) => id), removedAt],
      'relationship-remove-many',
    );
    return rows.map(toRemovedRelationship);
  },

  findActiveOfMemories: async (tx, tenantId, memoryIds, limit) => {
    const found = await tx.query<{ id: string }>(
      `(SELECT id FROM relationships WHERE tenant_id = $1 AND from_id = ANY($2) AND is_active LIMIT $3)
       UNION (SELECT id FROM relationships WHERE tenant_id = $1 AND to_id = ANY($2) AND is_active LIMIT $3) LIMIT $3`,
      [tenantId, memoryIds, limit],
      'relationship-find-active-of-memories',
    );
    if (found.length === 0) return [];
    const rows = await tx.query<RelationshipRow>(
      `SELECT ${RELATIONSHIP_COLUMNS} FROM relationships r
       WHERE r.tenant_id = $1 AND r.is_active AND r.id = ANY($2::uuid[] || ARRAY(
         SELECT inverse_relationship_id FROM relationships WHERE tenant_id = $1 AND id = ANY($2)))`,
      [tenantId, found.map(({ id }) => id)],
      'relationship-find-active',
    );
    return rows.map(toRelationship);
  },

  deactivate: async (tx, tenantId, ids, now) => {
    await tx.query(
      countedAsInactive(
        `UPDATE relationships SET is_active = false, revision = revision + 1, updated_at = greatest(updated_at, $3),
           recorded_by = $4, original_authors = original_authors - 'recorded_by'
         WHERE tenant_id = $1 AND id = ANY($2) RETURNING tenant_id, relationship_type`,
        [archived('FROM relationships WHERE tenant_id = $1 AND id = ANY($2)', '$3', { deletes: false })],
      ),
      [tenantId, ids, now, recordingUser()],
      'relationship-deactivate',
    );
  },

  count: (tx, tenantId) => countRelationships(tx, tenantId),

  list: async (tx, tenantId, after, limit) => {
    // A condition such as `$4 IS NULL OR …` would scan the rows after the last row of the tenant.
    const rows = await tx.query<RelationshipRow>(
      `SELECT ${RELATIONSHIP_COLUMNS} FROM relationships r
       WHERE (r.tenant_id, r.id) > ($1, $2) ${tenantId === null ? '' : 'AND r.tenant_id = $4'}
       ORDER BY r.tenant_id, r.id LIMIT $3`,
      [after.tenantId, after.id, limit, ...(tenantId === null ? [] : [tenantId])],
      tenantId === null ? 'relationship-list-all-tenants' : 'relationship-list-of-tenant',
    );
    return rows.map(toRelationship);
  },
};
