import type { SimilarityKind, SuggestionStatus } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import { MAX_OPEN_SUGGESTIONS } from './suggestion.ts';
import type { SimilarPair, Suggestion, SuggestionResolution } from './suggestion.ts';

interface SuggestionRow {
  tenant_id: string;
  id: string;
  kind: Suggestion['kind'];
  memory_id: string;
  memory_content: string;
  memory_created_at: Date;
  other_id: string;
  other_content: string;
  other_created_at: Date;
  score: number;
  evidence: Suggestion['evidence'];
  detected_at: Date;
  status: Suggestion['status'];
  action: SuggestionResolution['action'] | null;
  result_id: string | null;
  resolved_at: Date | null;
  resolved_by: string | null;
}

const SELECT = `SELECT s.tenant_id, s.id, s.kind, s.memory_id, m.content AS memory_content,
    m.created_at AS memory_created_at, s.other_id, o.content AS other_content, o.created_at AS other_created_at,
    s.score, s.evidence, s.detected_at, s.status, s.action, s.result_id, s.resolved_at, s.resolved_by
  FROM suggestions s
  JOIN memories m ON m.tenant_id = s.tenant_id AND m.id = s.memory_id
  JOIN memories o ON o.tenant_id = s.tenant_id AND o.id = s.other_id`;

/**
 * Condition of memories `m` and `o` about which a user can decide. Checkpoints are not compared, because similar checkpoints,
 * such as those of two days, are no duplicates.
 */
export const IS_DECIDABLE = `m.is_active AND o.is_active AND 'checkpoint' NOT IN (m.memory_type, o.memory_type)`;

export interface SuggestionFilter {
  status: SuggestionStatus;
  kind: SimilarityKind | undefined;
  /** Returns only suggestions with this memory. */
  memoryId: string | undefined;
}

/** A new content of a memory. */
export interface NewContent {
  tenantId: string;
  memoryId: string;
  contentRevision: number;
}

/** Stores suggestions. The foreign keys delete them together with their memories. */
export interface SuggestionRepository {
  /**
   * Stores the pairs that have no suggestion yet. Skips memories whose content has changed since, inactive memories,
   * versions of one memory, checkpoints, and pairs above {@link MAX_OPEN_SUGGESTIONS}. Requires a system transaction.
   */
  record(tx: Transaction, pairs: readonly (SimilarPair & { id: string })[], detectedAt: Date): Promise<void>;
  /** Deletes the open suggestions on earlier contents of memories. Requires a system transaction. */
  removeOutdated(tx: Transaction, contents: readonly NewContent[]): Promise<void>;
  find(tx: Transaction, tenantId: string, id: string): Promise<Suggestion | null>;
  /**
   * Lists suggestions, newest first. Leaves out open suggestions on inactive memories and on checkpoints.
   *
   * @param page.after detection time and id to continue after
   */
  list(
    tx: Transaction,
    tenantId: string,
    filter: SuggestionFilter,
    page: { limit: number; after: readonly [string, string] | undefined },
  ): Promise<Suggestion[]>;
  /** Stores the resolution of an open suggestion. Returns false if it was deleted or resolved. */
  resolve(tx: Transaction, suggestion: Suggestion): Promise<boolean>;
  /**
   * Deletes open suggestions on inactive memories and on checkpoints, and those on inactive memories that were resolved
   * before `resolvedBefore`. Requires a system transaction.
   *
   * @returns the number of deleted suggestions, at most `limit`
   */
  prune(tx: Transaction, resolvedBefore: Date, limit: number): Promise<number>;
  /** Counts the open suggestions of all tenants. Requires a system transaction. */
  countOpen(tx: Transaction): Promise<number>;
}

export const suggestionRepository: SuggestionRepository = {
  record: async (tx, pairs, detectedAt) => {
    await tx.query(
      `WITH found AS (
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::uuid[], $6::text[], $7::float8[],
           $8::text[]) AS f(tenant_id, id, memory_id, content_revision, other_id, kind, score, evidence)),
       valid AS (
         SELECT f.*, o.content_revision AS other_content_revision,
           row_number() OVER (PARTITION BY f.tenant_id ORDER BY f.id) AS place
         FROM found f
         JOIN memories m ON m.tenant_id = f.tenant_id AND m.id = f.memory_id
           AND m.content_revision = f.content_revision
         JOIN memories o ON o.tenant_id = f.tenant_id AND o.id = f.other_id
           AND o.chain_id <> m.chain_id
         WHERE ${IS_DECIDABLE}),
       known AS (
         SELECT s.tenant_id, count(*) AS open FROM suggestions s
         WHERE s.tenant_id = ANY($1) AND s.status = 'open' GROUP BY s.tenant_id)
       INSERT INTO suggestions (tenant_id, id, kind, memory_id, other_id, memory_content_revision,
         other_content_revision, score, evidence, detected_at)
       SELECT tenant_id, v.id, v.kind, v.memory_id, v.other_id, v.content_revision, v.other_content_revision, v.score,
         v.evidence::jsonb, $9
       FROM valid v LEFT JOIN known USING (tenant_id)
       WHERE v.place + coalesce(known.open, 0) <= $10
       ON CONFLICT DO NOTHING`,
      [
        pairs.map((pair) => pair.tenantId),
        pairs.map((pair) => pair.id),
        pairs.map((pair) => pair.memoryId),
        pairs.map((pair) => pair.contentRevision),
        pairs.map((pair) => pair.otherId),
        pairs.map((pair) => pair.kind),
        pairs.map((pair) => pair.score),
        pairs.map((pair) => JSON.stringify(pair.evidence)),
        detectedAt,
        MAX_OPEN_SUGGESTIONS,
      ],
      'suggestion-record',
    );
  },

  removeOutdated: async (tx, contents) => {
    const remove = (side: 'memory' | 'other'): Promise<unknown> =>
      tx.query(
        `DELETE FROM suggestions s
         USING unnest($1::uuid[], $2::uuid[], $3::int[]) AS c(tenant_id, id, content_revision)
         WHERE s.tenant_id = c.tenant_id AND s.${side}_id = c.id AND s.status = 'open'
           AND s.${side}_content_revision < c.content_revision`,
        [
          contents.map((content) => content.tenantId),
          contents.map((content) => content.memoryId),
          contents.map((content) => content.contentRevision),
        ],
        `suggestion-remove-outdated-${side}`,
      );
    await Promise.all([remove('memory'), remove('other')]);
  },

  find: async (tx, tenantId, id) => {
    const rows = await tx.query<SuggestionRow>(`${SELECT} WHERE s.tenant_id = $1 AND s.id = $2`, [
      tenantId,
      id,
    ]);
    return rows[0] ? toSuggestion(rows[0]) : null;
  },

  list: async (tx, tenantId, { status, kind, memoryId }, { limit, after }) => {
    const values: unknown[] = [tenantId, status];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const conditions = ['s.tenant_id = $1', 's.status = $2'];
    if (status === 'open') conditions.push(IS_DECIDABLE);
    if (kind !== undefined) conditions.push(`s.kind = ${parameter(kind)}`);
    if (after !== undefined) {
      const [time, id] = after;
      conditions.push(`(s.detected_at, s.id) < (${parameter(time)}::timestamptz, ${parameter(id)}::uuid)`);
    }
    const id = memoryId === undefined ? null : parameter(memoryId);
    const maximum = parameter(limit);
    const select = (where: readonly string[]): string =>
      `(${SELECT} WHERE ${where.join(' AND ')} ORDER BY s.detected_at DESC, s.id DESC LIMIT ${maximum})`;
    // If one condition compared both columns, PostgreSQL would sort all suggestions with the memory. With two queries, it merges
    // their sorted results.
    const sql =
      id === null
        ? select(conditions)
        : `${select([`s.memory_id = ${id}`, ...conditions])} UNION ALL ${select([`s.other_id = ${id}`, ...conditions])}
           ORDER BY detected_at DESC, id DESC LIMIT ${maximum}`;
    const rows = await tx.query<SuggestionRow>(sql, values);
    return rows.map(toSuggestion);
  },

  resolve: async (tx, { tenantId, id, status, resolution }) => {
    const rows = await tx.query(
      `UPDATE suggestions SET status = $3, action = $4, result_id = $5, resolved_at = $6, resolved_by = $7
       WHERE tenant_id = $1 AND id = $2 AND status = 'open' RETURNING id`,
      [
        tenantId,
        id,
        status,
        resolution!.action,
        resolution!.resultId,
        resolution!.resolvedAt,
        resolution!.resolvedBy,
      ],
    );
    return rows.length > 0;
  },

  prune: async (tx, resolvedBefore, limit) => {
    const rows = await tx.query(
      `DELETE FROM suggestions WHERE (tenant_id, id) IN (
         SELECT s.tenant_id, s.id FROM suggestions s
         JOIN memories m ON m.tenant_id = s.tenant_id AND m.id = s.memory_id
         JOIN memories o ON o.tenant_id = s.tenant_id AND o.id = s.other_id
         WHERE s.status = 'open' AND NOT (${IS_DECIDABLE})
           OR s.resolved_at < $1 AND NOT (m.is_active AND o.is_active)
         LIMIT $2)
       RETURNING id`,
      [resolvedBefore, limit],
    );
    return rows.length;
  },

  countOpen: async (tx) => {
    const [row] = await tx.query<{ open: number }>(
      `SELECT count(*)::float8 AS open FROM suggestions WHERE status = 'open'`,
    );
    return row!.open;
  },
};

const toSuggestion = (row: SuggestionRow): Suggestion => ({
  tenantId: row.tenant_id,
  id: row.id,
  kind: row.kind,
  memory: { id: row.memory_id, content: row.memory_content, createdAt: row.memory_created_at },
  other: { id: row.other_id, content: row.other_content, createdAt: row.other_created_at },
  score: row.score,
  evidence: row.evidence,
  detectedAt: row.detected_at,
  status: row.status,
  resolution:
    row.action === null
      ? null
      : {
          action: row.action,
          resultId: row.result_id,
          resolvedAt: row.resolved_at!,
          resolvedBy: row.resolved_by!,
        },
});
