import { newId } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import type { Memory } from '../memories/memory.ts';

/** A tag of a tenant. @see docs/reference/tags.md#the-tag-object */
export interface Tag {
  id: string;
  name: string;
  /** Number of active memories with the tag. */
  usageCount: number;
  createdAt: Date;
}

interface TagRow {
  id: string;
  name: string;
  /** The driver returns a string, because bigint can exceed the range of a number. */
  usage_count: string;
  created_at: Date;
}

type TaggedMemory = Pick<Memory, 'tenantId' | 'id' | 'createdAt' | 'isActive'>;

export interface TagRepository {
  /** Attaches tags to an active memory and creates missing tags. Idempotent. Ignores inactive memories. */
  attach(tx: Transaction, memory: TaggedMemory, tags: readonly string[]): Promise<void>;
  /** Applies `attach` to the tags of several memories. Idempotent. Ignores inactive memories. */
  attachMany(
    tx: Transaction,
    tenantId: string,
    memories: readonly (TaggedMemory & Pick<Memory, 'tags'>)[],
  ): Promise<void>;
  /** Detaches tags from a memory. The tags remain, even if no memory has them. Idempotent. */
  detach(tx: Transaction, memory: TaggedMemory, tags: readonly string[]): Promise<void>;
  /** Replaces the tags of a memory with `next`. */
  replace(
    tx: Transaction,
    memory: TaggedMemory & Pick<Memory, 'tags'>,
    next: readonly string[],
  ): Promise<void>;
  /** Returns a page of the tenant's tags by descending usage, then by name. */
  list(tx: Transaction, tenantId: string, limit: number, offset: number): Promise<Tag[]>;
  count(tx: Transaction, tenantId: string): Promise<number>;
  /** Deletes tags without memories that were created before `before`. Requires a system transaction. */
  removeUnused(tx: Transaction, before: Date): Promise<void>;
}

const attachMany: TagRepository['attachMany'] = async (tx, tenantId, memories) => {
  const active = memories.filter(({ isActive }) => isActive);
  const pairs = active.flatMap((memory) => memory.tags.map((tag) => ({ tag, memory })));
  if (pairs.length === 0) return;
  // Concurrent requests lock tags in the order of their names, so that they cannot deadlock.
  const names = [...new Set(pairs.map(({ tag }) => tag))].sort();
  await Promise.all([
    tx.query(
      `INSERT INTO tags (tenant_id, name, id, created_at)
       SELECT $1, name, id, $4 FROM unnest($2::text[], $3::uuid[]) AS t(name, id)
       ON CONFLICT (tenant_id, name) DO NOTHING`,
      [tenantId, names, names.map(() => newId()), pairs[0]!.memory.createdAt],
      'tags-insert',
    ),
    tx.query(
      `INSERT INTO memory_tags (tenant_id, tag, memory_id)
       SELECT $1, tag, memory_id FROM unnest($2::text[], $3::uuid[]) AS t(tag, memory_id)
       ON CONFLICT DO NOTHING`,
      [tenantId, pairs.map(({ tag }) => tag), pairs.map(({ memory }) => memory.id)],
      'tags-attach',
    ),
  ]);
};

const attach: TagRepository['attach'] = (tx, memory, tags) =>
  attachMany(tx, memory.tenantId, [{ ...memory, tags: [...tags] }]);

const detach: TagRepository['detach'] = async (tx, memory, tags) => {
  if (tags.length === 0) return;
  await tx.query(
    'DELETE FROM memory_tags WHERE tenant_id = $1 AND tag = ANY($2) AND memory_id = $3',
    [memory.tenantId, tags, memory.id],
    'tags-detach',
  );
};

export const tagRepository: TagRepository = {
  attach,
  attachMany,
  detach,

  replace: async (tx, memory, next) => {
    await Promise.all([
      detach(
        tx,
        memory,
        memory.tags.filter((tag) => !next.includes(tag)),
      ),
      attach(
        tx,
        memory,
        next.filter((tag) => !memory.tags.includes(tag)),
      ),
    ]);
  },

  list: async (tx, tenantId, limit, offset) => {
    const rows = await tx.query<TagRow>(
      `SELECT t.id, t.name, t.created_at, coalesce(u.usage_count, 0) AS usage_count FROM tags t
       LEFT JOIN (SELECT tag, count(*) AS usage_count FROM memory_tags WHERE tenant_id = $1 GROUP BY tag) u
         ON u.tag = t.name
       WHERE t.tenant_id = $1 ORDER BY usage_count DESC, t.name LIMIT $2 OFFSET $3`,
      [tenantId, limit, offset],
    );
    return rows.map(toTag);
  },

  count: async (tx, tenantId) => {
    const rows = await tx.query<{ total: string }>(
      'SELECT count(*) AS total FROM tags WHERE tenant_id = $1',
      [tenantId],
    );
    return Number(rows[0]!.total);
  },

  removeUnused: async (tx, before) => {
    // `attach` writes to `tags` first. The lock waits for concurrent calls, whose rows in `memory_tags` the DELETE must
    // see.
    await tx.query('LOCK TABLE tags IN SHARE ROW EXCLUSIVE MODE');
    await tx.query(
      `DELETE FROM tags t WHERE t.created_at < $1 AND NOT EXISTS (
         SELECT 1 FROM memory_tags m WHERE m.tenant_id = t.tenant_id AND m.tag = t.name)`,
      [before],
    );
  },
};

const toTag = (row: TagRow): Tag => ({
  id: row.id,
  name: row.name,
  usageCount: Number(row.usage_count),
  createdAt: row.created_at,
});
