import type { Transaction } from '@loci/postgres';
import type { Contradiction } from './contradiction.ts';

interface ContradictionRow {
  tenant_id: string;
  id: string;
  revision: string;
  source_memory_id: string;
  target_memory_id: string;
  contradiction_type: Contradiction['contradictionType'];
  resolution_status: Contradiction['resolutionStatus'];
  confidence: number;
  metadata: Contradiction['metadata'];
  detected_at: Date;
  detected_by: string;
  relationship_id: string;
  resolution: Contradiction['resolution'];
  reason: string | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  new_memory_id: string | null;
}

const COLUMNS = `tenant_id, id, revision, source_memory_id, target_memory_id, contradiction_type, resolution_status,
  confidence, metadata, detected_at, detected_by, relationship_id, resolution, reason, resolved_at, resolved_by,
  new_memory_id`;

/** A contradiction is written only under the locks of both its memories, so it needs none of its own. */
export interface ContradictionRepository {
  insert(tx: Transaction, contradiction: Contradiction): Promise<void>;
  find(tx: Transaction, tenantId: string, id: string): Promise<Contradiction | null>;
  /** The newest contradiction between two memories, either way round. */
  findByPair(tx: Transaction, tenantId: string, one: string, other: string): Promise<Contradiction | null>;
  /** Stores what a resolution changes. */
  update(tx: Transaction, contradiction: Contradiction): Promise<void>;
  /** Replaces the relationship of the contradiction that names `relationshipId`, if one does. */
  replaceRelationship(
    tx: Transaction,
    tenantId: string,
    ends: Pick<Contradiction, 'sourceMemoryId' | 'targetMemoryId'>,
    relationshipId: string,
    existingId: string,
  ): Promise<void>;
  /** Those where the memory is at either end, newest first. */
  listByMemory(
    tx: Transaction,
    tenantId: string,
    memoryId: string,
    limit: number,
    offset: number,
  ): Promise<Contradiction[]>;
  /** Removes those where the memory is at either end. */
  removeByMemory(tx: Transaction, tenantId: string, memoryId: string): Promise<void>;
}

export const contradictionRepository: ContradictionRepository = {
  insert: async (tx, contradiction) => {
    await tx.query(
      `INSERT INTO contradictions (${COLUMNS})
       VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)`,
      toValues(contradiction),
    );
  },

  find: async (tx, tenantId, id) => {
    const rows = await tx.query<ContradictionRow>(
      `SELECT ${COLUMNS} FROM contradictions WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id],
    );
    return rows[0] ? toContradiction(rows[0]) : null;
  },

  findByPair: async (tx, tenantId, one, other) => {
    const rows = await tx.query<ContradictionRow>(
      `SELECT ${COLUMNS} FROM contradictions
       WHERE tenant_id = $1 AND ((source_memory_id = $2 AND target_memory_id = $3)
         OR (source_memory_id = $3 AND target_memory_id = $2))
       ORDER BY resolution_status = 'unresolved' DESC, resolved_at DESC, id DESC LIMIT 1`,
      [tenantId, one, other],
    );
    return rows[0] ? toContradiction(rows[0]) : null;
  },

  update: async (tx, contradiction) => {
    await tx.query(
      `UPDATE contradictions SET revision = $3, contradiction_type = $4, resolution_status = $5, resolution = $6,
         reason = $7, resolved_at = $8, resolved_by = $9, new_memory_id = $10
       WHERE tenant_id = $1 AND id = $2`,
      [
        contradiction.tenantId,
        contradiction.id,
        contradiction.revision,
        contradiction.contradictionType,
        contradiction.resolutionStatus,
        contradiction.resolution,
        contradiction.reason,
        contradiction.resolvedAt,
        contradiction.resolvedBy,
        contradiction.newMemoryId,
      ],
    );
  },

  replaceRelationship: async (
    tx,
    tenantId,
    { sourceMemoryId, targetMemoryId },
    relationshipId,
    existingId,
  ) => {
    await tx.query(
      `UPDATE contradictions SET relationship_id = $5
       WHERE tenant_id = $1 AND source_memory_id = $2 AND target_memory_id = $3 AND relationship_id = $4`,
      [tenantId, sourceMemoryId, targetMemoryId, relationshipId, existingId],
      'contradiction-replace-relationship',
    );
  },

  listByMemory: async (tx, tenantId, memoryId, limit, offset) => {
    const rows = await tx.query<ContradictionRow>(
      `SELECT ${COLUMNS} FROM contradictions
       WHERE tenant_id = $1 AND (source_memory_id = $2 OR target_memory_id = $2)
       ORDER BY detected_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [tenantId, memoryId, limit, offset],
    );
    return rows.map(toContradiction);
  },

  removeByMemory: async (tx, tenantId, memoryId) => {
    await tx.query(
      'DELETE FROM contradictions WHERE tenant_id = $1 AND (source_memory_id = $2 OR target_memory_id = $2)',
      [tenantId, memoryId],
      'contradictions-remove-of-memory',
    );
  },
};

const toValues = (contradiction: Contradiction): unknown[] => [
  contradiction.tenantId,
  contradiction.id,
  contradiction.revision,
  contradiction.sourceMemoryId,
  contradiction.targetMemoryId,
  contradiction.contradictionType,
  contradiction.resolutionStatus,
  contradiction.confidence,
  JSON.stringify(contradiction.metadata),
  contradiction.detectedAt,
  contradiction.detectedBy,
  contradiction.relationshipId,
  contradiction.resolution,
  contradiction.reason,
  contradiction.resolvedAt,
  contradiction.resolvedBy,
  contradiction.newMemoryId,
];

const toContradiction = (row: ContradictionRow): Contradiction => ({
  tenantId: row.tenant_id,
  id: row.id,
  revision: Number(row.revision),
  sourceMemoryId: row.source_memory_id,
  targetMemoryId: row.target_memory_id,
  contradictionType: row.contradiction_type,
  resolutionStatus: row.resolution_status,
  confidence: row.confidence,
  metadata: row.metadata,
  detectedAt: row.detected_at,
  detectedBy: row.detected_by,
  relationshipId: row.relationship_id,
  resolution: row.resolution,
  reason: row.reason,
  resolvedAt: row.resolved_at,
  resolvedBy: row.resolved_by,
  newMemoryId: row.new_memory_id,
});
