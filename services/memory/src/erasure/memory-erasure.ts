import {
  auditLogStore,
  COUNTER_TABLES,
  UNAPPLIED_EVENTS,
  idempotencyKeyStore,
  isErased,
  outboxStore,
  REVISION_BYTES_COUNTER,
  tableStore,
} from '@loci/service-hosting';
import type { ErasureStore, ServiceErasure } from '@loci/service-hosting';
import { MEMORY_BYTES } from '../counters/memory-counters.ts';
import { eraseMemories } from './erase-memories.ts';
import type { EraseMemoriesDeps } from './erase-memories.ts';
import { unusedTagStore } from './unused-tag-store.ts';
import type { UnusedTagStoreDeps } from './unused-tag-store.ts';

export type MemoryErasureDeps = EraseMemoriesDeps & UnusedTagStoreDeps;

/** Condition of a contradiction between two memories of other users. */
const OF_OTHERS = `NOT (${isErased('source_memory_id')} OR ${isErased('target_memory_id')})`;

/** Condition of a memory that the user stored, or that was restored from an export with the user as author. */
const STORED_BY_USER = `(user_id = :user OR origin IS NOT NULL AND origin ->> 'user_id' = :user)`;

/** Lists the memories that a user stored, and every table of the service that an erasure searches. */
export function memoryErasure(deps: MemoryErasureDeps): ServiceErasure {
  const { database } = deps;
  const memories: ErasureStore = {
    ...tableStore(database, {
      table: 'memories',
      where: `${STORED_BY_USER} AND created_at <= :until`,
      erase: 'follows',
    }),
    erase: (erasure, mustStop) => eraseMemories(deps, erasure, mustStop),
  };
  return {
    database,
    collected: [
      {
        kind: 'memory',
        select: `SELECT id FROM memories WHERE tenant_id = :tenant AND ${STORED_BY_USER} AND created_at <= :until`,
      },
      {
        kind: 'contradiction',
        select: `SELECT id FROM contradictions WHERE tenant_id = :tenant
          AND (${isErased('source_memory_id')} OR ${isErased('target_memory_id')})`,
      },
    ],
    stores: [
      memories,
      tableStore(database, {
        name: 'memory_changes',
        table: 'memories',
        where: 'recorded_by = :user AND updated_at <= :until AND user_id <> :user',
        erase: { set: 'recorded_by = :pseudonym' },
      }),
      tableStore(database, {
        name: 'restored_memory_changes',
        table: 'memories',
        where: `origin ->> 'recorded_by' = :user AND updated_at <= :until AND NOT ${STORED_BY_USER}`,
        erase: { set: `origin = origin - 'recorded_by'` },
      }),
      // Also deletes the states of memories of other users that the user changed, because they can contain texts of the
      // user. The last state of an erased memory is archived by its deletion, so this store comes later.
      tableStore(database, {
        table: 'memory_revisions',
        where: `(${STORED_BY_USER} AND created_at <= :until)
          OR ((recorded_by = :user OR origin ->> 'recorded_by' = :user) AND updated_at <= :until)
          OR ${isErased('id')}`,
        erase: { counter: REVISION_BYTES_COUNTER, bytes: MEMORY_BYTES },
      }),
      // Rows of this table are deleted together with one of their memories.
      tableStore(database, { table: 'contradictions', where: isErased('id'), erase: 'follows' }),
      tableStore(database, {
        name: 'contradiction_reports',
        table: 'contradictions',
        where: `detected_by = :user AND detected_at <= :until AND ${OF_OTHERS}`,
        erase: { set: `detected_by = :pseudonym, metadata = '{}'` },
      }),
      tableStore(database, {
        name: 'contradiction_resolutions',
        table: 'contradictions',
        where: `resolved_by = :user AND resolved_at <= :until AND ${OF_OTHERS}`,
        erase: { set: 'resolved_by = :pseudonym, reason = NULL' },
      }),
      tableStore(database, {
        name: 'restored_contradiction_reports',
        table: 'contradictions',
        where: `origin ->> 'detected_by' = :user AND detected_at <= :until AND ${OF_OTHERS}`,
        erase: { set: `origin = origin - 'detected_by', metadata = '{}'` },
      }),
      tableStore(database, {
        name: 'restored_contradiction_resolutions',
        table: 'contradictions',
        where: `origin ->> 'resolved_by' = :user AND resolved_at <= :until AND ${OF_OTHERS}`,
        erase: { set: `origin = origin - 'resolved_by', reason = NULL` },
      }),
      // Rows of this table are deleted together with one of their memories.
      tableStore(database, {
        table: 'suggestions',
        where: `${isErased('memory_id')} OR ${isErased('other_id')}`,
        erase: 'follows',
      }),
      tableStore(database, {
        name: 'suggestion_resolutions',
        table: 'suggestions',
        where: 'resolved_by = :user AND resolved_at <= :until',
        erase: { set: 'resolved_by = :pseudonym' },
      }),
      tableStore(database, {
        table: 'saved_searches',
        where: 'user_id = :user AND created_at <= :until',
        erase: 'delete',
      }),
      // Rows of this table are deleted together with their memory.
      tableStore(database, {
        name: 'readers_of_memories',
        table: 'memory_readers',
        where: isErased('memory_id'),
        erase: 'follows',
      }),
      tableStore(database, {
        table: 'memory_readers',
        where: 'user_id = :user AND first_read_at <= :until',
        erase: 'delete',
      }),
      tableStore(database, { table: 'memory_tags', where: isErased('memory_id'), erase: 'follows' }),
      unusedTagStore(deps),
      tableStore(database, {
        table: 'relationship_projection',
        where: `NOT deleted AND (${['id', 'from_id', 'to_id'].map(isErased).join(' OR ')})`,
        erase: 'follows',
      }),
      outboxStore(database),
      idempotencyKeyStore(database),
      auditLogStore(database),
      { table: 'history_horizons', kept: 'Contains a time per tenant.' },
      { table: 'retention_defaults', kept: 'Contains settings of the tenant, without users.' },
      { table: 'secret_filters', kept: 'Contains a setting of the tenant, without users.' },
      { table: 'reader_settings', kept: 'Contains a setting of the tenant, without users.' },
      { table: 'memory_expiries', kept: 'Contains only the ID and the expiry of a deleted memory.' },
      { table: 'deleted_versions', kept: 'Contains only IDs.' },
      UNAPPLIED_EVENTS,
      ...COUNTER_TABLES,
    ],
  };
}
