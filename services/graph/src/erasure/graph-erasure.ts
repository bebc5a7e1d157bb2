import {
  auditLogStore,
  COUNTER_TABLES,
  UNAPPLIED_EVENTS,
  idempotencyKeyStore,
  isErased,
  objectStore,
  outboxStore,
  REVISION_BYTES_COUNTER,
  tableStore,
} from '@loci/service-hosting';
import type { ErasureStore, ServiceErasure } from '@loci/service-hosting';
import { REVISION_BYTES } from '../revisions/revision.sql.ts';
import type { GraphStore } from '../graph-store/graph-store.ts';
import { EVERYTHING } from '../traversal/graph-selection.ts';
import { countErasedEdges } from './count-erased-edges.ts';
import { eraseRelationships } from './erase-relationships.ts';
import type { EraseRelationshipsDeps } from './erase-relationships.ts';

export interface GraphErasureDeps extends EraseRelationshipsDeps {
  graphStore: EraseRelationshipsDeps['graphStore'] & Pick<GraphStore, 'edgesOf' | 'revisions'>;
}

/** Condition of a relationship that the user created, or that was restored from an export with the user as author. */
const CREATED_BY_USER = `(created_by = :user OR original_authors ->> 'created_by' = :user) AND created_at <= :until`;

/** Lists the relationships that a user created, and every store of the service that an erasure searches. */
export function graphErasure(deps: GraphErasureDeps): ServiceErasure {
  const { database, graphStore } = deps;
  const relationships: ErasureStore = {
    ...tableStore(database, {
      table: 'relationships',
      // Relationships of other users with an erased memory are deleted by the event of the memory.
      where: `(${CREATED_BY_USER}) OR ${isErased('from_id')} OR ${isErased('to_id')}`,
      erase: 'follows',
    }),
    erase: (erasure, mustStop) => eraseRelationships(deps, erasure, mustStop),
  };
  return {
    database,
    collected: [
      {
        kind: 'relationship',
        select: `SELECT id FROM relationships WHERE tenant_id = :tenant AND ${CREATED_BY_USER}`,
      },
    ],
    stores: [
      relationships,
      tableStore(database, {
        name: 'relationship_changes',
        table: 'relationships',
        where: `recorded_by = :user AND updated_at <= :until AND NOT (${CREATED_BY_USER})`,
        erase: { set: 'recorded_by = :pseudonym' },
      }),
      tableStore(database, {
        name: 'restored_relationship_changes',
        table: 'relationships',
        where: `original_authors ->> 'recorded_by' = :user AND updated_at <= :until AND NOT (${CREATED_BY_USER})`,
        erase: { set: `original_authors = original_authors - 'recorded_by'` },
      }),
      // Also deletes the states of relationships of other users that the user changed, because they can contain texts of
      // the user. The last state of an erased relationship is archived by its deletion, so this store comes later.
      tableStore(database, {
        table: 'relationship_revisions',
        where: `(${CREATED_BY_USER})
          OR ((recorded_by = :user OR original_authors ->> 'recorded_by' = :user) AND updated_at <= :until)
          OR ${['id', 'from_id', 'to_id'].map(isErased).join(' OR ')}`,
        erase: { counter: REVISION_BYTES_COUNTER, bytes: REVISION_BYTES },
      }),
      tableStore(database, {
        table: 'known_memories',
        where: `NOT deleted AND ${isErased('id')}`,
        erase: 'follows',
      }),
      tableStore(database, { table: 'memory_windows', where: isErased('id'), erase: 'follows' }),
      objectStore(database, {
        name: 'graph_nodes',
        kinds: ['memory'],
        countOf: async (tenantId, ids) => {
          const nodes = await graphStore.edgesOf(tenantId, ids, { limitPerNode: 0, ...EVERYTHING });
          return nodes.filter(({ total }) => total > 0).length;
        },
      }),
      {
        name: 'graph_edges',
        find: (erasure) => countErasedEdges({ database, graphStore }, erasure),
      },
      outboxStore(database),
      idempotencyKeyStore(database),
      auditLogStore(database),
      { table: 'derived_relationships', kept: 'Contains only IDs.' },
      { table: 'history_horizons', kept: 'Contains a time per tenant.' },
      UNAPPLIED_EVENTS,
      ...COUNTER_TABLES,
    ],
  };
}
