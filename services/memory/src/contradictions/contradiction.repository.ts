import type { Transaction } from '@loci/postgres';
import type { SuggestedMemory } from '../suggestions/suggestion.ts';
import type { Contradiction } from './contradiction.ts';

/** A row of the `contradictions` table as the driver returns it. */
export interface ContradictionRow {
  tenant_id: string;
  id: string;
  /** The driver returns a string, because bigint can exceed the range of a number. */
  revision: string | number;
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

/** Columns of {@link ContradictionRow}. */
export const CONTRADICTION_COLUMNS = [
  'tenant_id',
  'id',
  'revision',
  'source_memory_id',
  'target_memory_id',
  'contradiction_type',
  'resolution_status',
  'confidence',
  'metadata',
  'detected_at',
  'detected_by',
  'relationship_id',
  'resolution',
  'reason',
  'resolved_at',
  'resolved_by',
  'new_memory_id',
] as const satisfies readonly (keyof ContradictionRow)[];

/** Columns that a resolution changes. */
const RESOLUTION_COLUMNS = [
  'revision',
  'contradiction_type',
  'resolution_status',
  'resolution',
  'reason',
  'resolved_at',
  'resolved_by',
  'new_memory_id',
] as const satisfies readonly (keyof ContradictionRow)[];

const SELECT = `SELECT ${CONTRADICTION_COLUMNS.join(', ')} FROM contradictions`;

/**
 * Stores contradictions. Every writer locks both memories first, with `MemoryRepository.lock`, so contradictions need no
 * locks.
 */
export interface ContradictionRepository {
  insert(tx: Transaction, contradictions: readonly Contradiction[]): Promise<void>;
  find(tx: Transaction, tenantId: string, id: string): Promise<Contradiction | null>;
  /**
   * Returns the unresolved contradiction between two memories in either direction, or the newest resolved one, or
   * undefined, for each pair.
   */
  findByPairs(
    tx: Transaction,
    tenantId: string,
    pairs: readonly (readonly [memoryId: string, otherId: string])[],
  ): Promise<(Contradiction | undefined)[]>;
  /** Stores the resolution of a contradiction. */
  update(tx: Transaction, contradiction: Contradiction): Promise<void>;
  /** Replaces relationship ids of contradictions. Ignores replacements of ids that no contradiction has. */
  replaceRelationships(
    tx: Transaction,
    tenantId: string,
    replacements: readonly RelationshipReplacement[],
  ): Promise<void>;
  /**
   * Returns the contradictions with the memory as source or target, newest first.
   *
   * @param options.after detection time and id to continue after
   */
  listByMemory(
    tx: Transaction,
    tenantId: string,
    memoryId: string,
    options: { limit: number; offset: number; after: readonly [string, string] | undefined },
  ): Promise<Contradiction[]>;
  /**
   * Returns the unresolved contradictions between active memories, newest first.
   *
   * @param page.after detection time and id to continue after
   */
  listOpen(
    tx: Transaction,
    tenantId: string,
    page: { limit: number; after: readonly [string, string] | undefined },
  ): Promise<OpenContradiction[]>;
}

/** Replaces the relationship id of the contradiction between two memories. */
export interface RelationshipReplacement extends Pick<
  Contradiction,
  'sourceMemoryId' | 'targetMemoryId' | 'relationshipId'
> {
  /** The new relationship id. */
  existingId: string;
}

/** An unresolved contradiction and its memories. */
export interface OpenContradiction extends Contradiction {
  source: SuggestedMemory;
  target: SuggestedMemory;
}

export const contradictionRepository: ContradictionRepository = {
  insert: async (tx, contradictions) => {
    await tx.query(
      `INSERT INTO contradictions (${CONTRADICTION_COLUMNS.join(', ')})
       SELECT ${CONTRADICTION_COLUMNS.join(', ')} FROM json_populate_recordset(NULL::contradictions, $1)`,
      [JSON.stringify(contradictions.map(toRow))],
      'contradiction-insert',
    );
  },

  find: async (tx, tenantId, id) => {
    const rows = await tx.query<ContradictionRow>(`${SELECT} WHERE tenant_id = $1 AND id = $2`, [
      tenantId,
      id,
    ]);
    return rows[0] ? toContradiction(rows[0]) : null;
  },

  findByPairs: async (tx, tenantId, pairs) => {
    const rows = await tx.query<ContradictionRow & { position: string }>(
      `SELECT pair.position, found.* FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS pair(a, b, position)
       CROSS JOIN LATERAL (
         ${SELECT}
         WHERE tenant_id = $1 AND ((source_memory_id = pair.a AND target_memory_id = pair.b)
           OR (source_memory_id = pair.b AND target_memory_id = pair.a))
         ORDER BY resolution_status = 'unresolved' DESC, resolved_at DESC, id DESC LIMIT 1) found`,
      [tenantId, pairs.map(([memoryId]) => memoryId), pairs.map(([, otherId]) => otherId)],
      'contradiction-find-by-pairs',
    );
    const found = new Map(rows.map((row) => [Number(row.position), toContradiction(row)]));
    return pairs.map((_, i) => found.get(i + 1));
  },

  update: async (tx, contradiction) => {
    await tx.query(
      `UPDATE contradictions SET ${RESOLUTION_COLUMNS.map((column, i) => `${column} = $${i + 3}`).join(', ')}
       WHERE tenant_id = $1 AND id = $2`,
      toValues(contradiction, ['tenant_id', 'id', ...RESOLUTION_COLUMNS]),
    );
  },

  replaceRelationships: async (tx, tenantId, replacements) => {
    await tx.query(
      `UPDATE contradictions c SET relationship_id = r.existing_id
       FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[])
         AS r(source_memory_id, target_memory_id, relationship_id, existing_id)
       WHERE c.tenant_id = $1 AND c.source_memory_id = r.source_memory_id
         AND c.target_memory_id = r.target_memory_id AND c.relationship_id = r.relationship_id`,
      [
        tenantId,
        replacements.map(({ sourceMemoryId }) => sourceMemoryId),
        replacements.map(({ targetMemoryId }) => targetMemoryId),
        replacements.map(({ relationshipId }) => relationshipId),
        replacements.map(({ existingId }) => existingId),
      ],
      'contradiction-replace-relationships',
    );
  },

  listByMemory: async (tx, tenantId, memoryId, { limit, offset, after }) => {
    const keyset = after === undefined ? '' : 'AND (detected_at, id) < ($5::timestamptz, $6::uuid)';
    const select = (column: 'source_memory_id' | 'target_memory_id'): string =>
      `(${SELECT} WHERE tenant_id = $1 AND ${column} = $2 ${keyset}
        ORDER BY detected_at DESC, id DESC LIMIT $3::bigint + $4)`;
    // If one condition compared both columns, PostgreSQL would sort all contradictions of the memory. With
    // two queries, PostgreSQL merges their sorted results.
    const rows = await tx.query<ContradictionRow>(
      `${select('source_memory_id')} UNION ALL ${select('target_memory_id')}
       ORDER BY detected_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [tenantId, memoryId, limit, offset, ...(after ?? [])],
    );
    return rows.map(toContradiction);
  },

  listOpen: async (tx, tenantId, { limit, after }) => {
    const keyset = after === undefined ? '' : 'AND (c.detected_at, c.id) < ($3::timestamptz, $4::uuid)';
    const rows = await tx.query<
      ContradictionRow &
        Record<'source_content' | 'target_content', string> &
        Record<'source_created_at' | 'target_created_at', Date>
    >(
      `SELECT ${CONTRADICTION_COLUMNS.map((column) => `c.${column}`).join(', ')}, s.content AS source_content,
         s.created_at AS source_created_at, t.content AS target_content, t.created_at AS target_created_at
       FROM contradictions c
       JOIN memories s ON s.tenant_id = c.tenant_id AND s.id = c.source_memory_id AND s.is_active
       JOIN memories t ON t.tenant_id = c.tenant_id AND t.id = c.target_memory_id AND t.is_active
       WHERE c.tenant_id = $1 AND c.resolution_status = 'unresolved' ${keyset}
       ORDER BY c.detected_at DESC, c.id DESC LIMIT $2`,
      [tenantId, limit, ...(after ?? [])],
    );
    return rows.map((row) => ({
      ...toContradiction(row),
      source: { id: row.source_memory_id, content: row.source_content, createdAt: row.source_created_at },
      target: { id: row.target_memory_id, content: row.target_content, createdAt: row.target_created_at },
    }));
  },
};

function toValues(contradiction: Contradiction, columns: readonly (keyof ContradictionRow)[]): unknown[] {
  const row = toRow(contradiction);
  return columns.map((column) => row[column]);
}

export const toRow = (contradiction: Contradiction): ContradictionRow => ({
  tenant_id: contradiction.tenantId,
  id: contradiction.id,
  revision: contradiction.revision,
  source_memory_id: contradiction.sourceMemoryId,
  target_memory_id: contradiction.targetMemoryId,
  contradiction_type: contradiction.contradictionType,
  resolution_status: contradiction.resolutionStatus,
  confidence: contradiction.confidence,
  metadata: contradiction.metadata,
  detected_at: contradiction.detectedAt,
  detected_by: contradiction.detectedBy,
  relationship_id: contradiction.relationshipId,
  resolution: contradiction.resolution,
  reason: contradiction.reason,
  resolved_at: contradiction.resolvedAt,
  resolved_by: contradiction.resolvedBy,
  new_memory_id: contradiction.newMemoryId,
});

export const toContradiction = (row: ContradictionRow): Contradiction => ({
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
