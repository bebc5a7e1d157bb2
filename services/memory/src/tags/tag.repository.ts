import { newId } from '@loci/core';
import { readCounters } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { EXPIRED_CHANGES, TAGS_COUNTER, TAG_COUNTER_PREFIX } from '../counters/memory-counters.ts';
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

type TaggedMemory = Pick<Memory, 'tenantId' | 'id' | 'createdAt' | 'updatedAt' | 'isActive'>;

export interface TagRepository {
  /**
   * Attaches tags to an active memory and creates missing tags. The creation time of a new tag is the time of
   * the last change to the memory. Idempotent. Ignores inactive memories.
   */
  attach(tx: Transaction, memory: TaggedMemory, tags: readonly string[]): Promise<void>;
  /** Applies `attach` to the tags of several memories. Idempotent. Ignores inactive memories. */
  attachMany(
    tx: Transaction,
    tenantId: string,
    memories: readonly (TaggedMemory & Pick<Memory, 'tags'>)[],
  ): Promise<void>;
  /** Detaches tags from a memory. The tags remain, even if no memory has them. Idempotent. */
  detach(tx: Transaction, memory: TaggedMemory, tags: readonly string[]): Promise<void>;
  /** Replaces the tags of a memory with those of its next revision. */
  replace(
    tx: Transaction,
    memory: Pick<Memory, 'tags'>,
    next: TaggedMemory & Pick<Memory, 'tags'>,
  ): Promise<void>;
  /**
   * Returns a page of the tenant's tags by descending usage, then by name.
   *
   * @param options.after usage and name to continue after
   */
  list(
    tx: Transaction,
    tenantId: string,
    options: { limit: number; offset: number; after: readonly [number, string] | undefined },
  ): Promise<Tag[]>;
  count(tx: Transaction, tenantId: string): Promise<number>;
  exists(tx: Transaction, tenantId: string, name: string): Promise<boolean>;
  /** Returns the IDs of active memories with a tag, the first created ones first. */
  listMemoryIds(tx: Transaction, tenantId: string, tag: string, limit: number): Promise<string[]>;
  /**
   * Deletes unused tags that were created before `before`. Keeps a tag whose counter has changes that are not
   * folded yet. Requires a system transaction.
   *
   * @param tenantId null deletes the unused tags of all tenants
   */
  removeUnused(tx: Transaction, tenantId: string | null, before: Date): Promise<void>;
}

const attachMany: TagRepository['attachMany'] = async (tx, tenantId, memories) => {
  const active = memories.filter(({ isActive }) => isActive);
  const pairs = active.flatMap((memory) => memory.tags.map((tag) => ({ tag, memory })));
  if (pairs.length === 0) return;
  // Concurrent requests lock tags in the order of their names, so that they cannot deadlock.
  const names = [...new Set(pairs.map(({ tag }) => tag))].sort();
  await tx.query(
    `WITH created AS (
       INSERT INTO tags (tenant_id, name, id, created_at)
       SELECT $1, name, id, $4 FROM unnest($2::text[], $3::uuid[]) AS t(name, id)
       ON CONFLICT (tenant_id, name) DO NOTHING RETURNING 1),
     attached AS (
       INSERT INTO memory_tags (tenant_id, tag, created_at, memory_id)
       SELECT $1, tag, created_at, memory_id
       FROM unnest($5::text[], $6::timestamptz[], $7::uuid[]) AS t(tag, created_at, memory_id)
       ON CONFLICT DO NOTHING RETURNING tag)
     INSERT INTO counter_changes (tenant_id, counter, change)
     SELECT $1, '${TAG_COUNTER_PREFIX}' || tag, count(*) FROM attached GROUP BY tag
     UNION ALL SELECT $1, '${TAGS_COUNTER}', count(*) FROM created HAVING count(*) > 0`,
    [
      tenantId,
      names,
      names.map(() => newId()),
      pairs[0]!.memory.updatedAt,
      pairs.map(({ tag }) => tag),
      pairs.map(({ memory }) => memory.createdAt),
      pairs.map(({ memory }) => memory.id),
    ],
    'tags-attach',
  );
};

const attach: TagRepository['attach'] = (tx, memory, tags) =>
  attachMany(tx, memory.tenantId, [{ ...memory, tags: [...tags] }]);

const detach: TagRepository['detach'] = async (tx, memory, tags) => {
  if (tags.length === 0) return;
  await tx.query(
    `WITH detached AS (
       DELETE FROM memory_tags WHERE tenant_id = $1 AND tag = ANY($2) AND created_at = $3 AND memory_id = $4
       RETURNING tag)
     INSERT INTO counter_changes (tenant_id, counter, change)
     SELECT $1, '${TAG_COUNTER_PREFIX}' || tag, -1 FROM detached`,
    [memory.tenantId, tags, memory.createdAt, memory.id],
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
        next,
        memory.tags.filter((tag) => !next.tags.includes(tag)),
      ),
      attach(
        tx,
        next,
        next.tags.filter((tag) => !memory.tags.includes(tag)),
      ),
    ]);
  },

  list: async (tx, tenantId, { limit, offset, after }) => {
    // Counters without changes are read in the order of the index. The value of a counter with changes is
    // computed first.
    const rows = await tx.query<TagRow>(
      `WITH changed AS MATERIALIZED (
         SELECT counter, sum(change) AS change FROM (
           SELECT counter, change FROM counter_changes WHERE tenant_id = $1
           UNION ALL ${EXPIRED_CHANGES}
         ) changes WHERE counter LIKE '${TAG_COUNTER_PREFIX}%' GROUP BY counter),
       candidates AS (
         (SELECT counter, value AS usage_count FROM counters c
          WHERE tenant_id = $1 AND counter LIKE '${TAG_COUNTER_PREFIX}%'
            AND NOT EXISTS (SELECT 1 FROM changed WHERE changed.counter = c.counter)
            AND ($4::bigint IS NULL OR (value <= $4 AND (value < $4 OR counter > $5)))
          ORDER BY value DESC, counter LIMIT $2::bigint + $3::bigint)
         UNION ALL
         SELECT changed.counter, coalesce(value, 0) + change FROM changed
         LEFT JOIN counters c ON c.tenant_id = $1 AND c.counter = changed.counter),
       page AS (
         SELECT counter, usage_count FROM candidates
         WHERE $4::bigint IS NULL OR usage_count < $4 OR (usage_count = $4 AND counter > $5)
         ORDER BY usage_count DESC, counter LIMIT $2 OFFSET $3)
       SELECT t.id, t.name, t.created_at, usage_count FROM page CROSS JOIN LATERAL (
         -- OFFSET 0 keeps the planner from reading all tags.
         SELECT * FROM tags WHERE tenant_id = $1 AND name = substr(counter, ${TAG_COUNTER_PREFIX.length + 1}) OFFSET 0
       ) t ORDER BY usage_count DESC, counter`,
      [tenantId, limit, offset, after?.[0] ?? null, after ? TAG_COUNTER_PREFIX + after[1] : null],
    );
    return rows.map(toTag);
  },

  count: async (tx, tenantId) => (await readCounters(tx, tenantId, [TAGS_COUNTER])).get(TAGS_COUNTER) ?? 0,

  exists: async (tx, tenantId, name) => {
    const rows = await tx.query('SELECT FROM tags WHERE tenant_id = $1 AND name = $2', [tenantId, name]);
    return rows.length > 0;
  },

  listMemoryIds: async (tx, tenantId, tag, limit) => {
    const rows = await tx.query<{ memory_id: string }>(
      'SELECT memory_id FROM memory_tags WHERE tenant_id = $1 AND tag = $2 ORDER BY created_at, memory_id LIMIT $3',
      [tenantId, tag, limit],
    );
    return rows.map(({ memory_id: id }) => id);
  },

  removeUnused: async (tx, tenantId, before) => {
    // The lock waits for concurrent calls of `attach`, because the DELETE must see their rows in
    // `memory_tags`. A tag whose counter has changes is kept, because folding the changes would create the
    // deleted counter again.
    await tx.query('LOCK TABLE tags IN SHARE ROW EXCLUSIVE MODE');
    await tx.query(
      `WITH removed AS (
         DELETE FROM tags t USING counters c
         WHERE t.created_at < $1 AND ($2::uuid IS NULL OR t.tenant_id = $2) AND c.tenant_id = t.tenant_id AND c.counter = '${TAG_COUNTER_PREFIX}' || t.name AND c.value = 0
           AND NOT EXISTS (SELECT 1 FROM memory_tags m WHERE m.tenant_id = t.tenant_id AND m.tag = t.name)
           AND NOT EXISTS (SELECT 1 FROM counter_changes x WHERE x.tenant_id = c.tenant_id AND x.counter = c.counter)
         RETURNING t.tenant_id, c.counter),
       counted AS (
         INSERT INTO counter_changes (tenant_id, counter, change)
         SELECT tenant_id, '${TAGS_COUNTER}', -count(*) FROM removed GROUP BY tenant_id)
       DELETE FROM counters c USING removed r WHERE c.tenant_id = r.tenant_id AND c.counter = r.counter`,
      [before, tenantId],
    );
  },
};

const toTag = (row: TagRow): Tag => ({
  id: row.id,
  name: row.name,
  usageCount: Number(row.usage_count),
  createdAt: row.created_at,
});
