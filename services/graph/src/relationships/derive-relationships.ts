import type { RelationshipType } from '@loci/contracts';
import type { Outbox } from '@loci/outbox';
import type { InTransaction, Transaction } from '@loci/postgres';
import type { KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';
import { lockToChangeOne } from './graph-lock.ts';
import { compareWays, findRepeats } from './occupied-ways.ts';
import { relationshipCreated } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import { DEFAULT_CONFIDENCE, DEFAULT_STRENGTH, buildRelationships } from './relationship.ts';
import type { Relationship } from './relationship.ts';
import { tellStored } from './tell-graph-store.ts';
import type { ChangedGraph } from './tell-graph-store.ts';

/** A relationship that follows from an act of the memory service. */
export interface DerivedRelationship {
  /** Of the relationship to be. */
  id: string;
  /** Of what it follows from: nothing is derived from the same twice. */
  sourceId: string;
  fromId: string;
  toId: string;
  relationshipType: RelationshipType;
  confidence?: number;
  origin: Relationship['origin'];
  createdBy: string;
}

export interface DeriveRelationshipsDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'insertFree'>;
  knownMemories: Pick<KnownMemoryRepository, 'find' | 'record'>;
  graphStore: ChangedGraph;
  outbox: Outbox;
  now(): Date;
}

/**
 * Stores what follows from events, with its own events. Skipped: what was derived before (also when a caller
 * has deleted it since), what has lost an end, what is there already.
 */
export async function deriveRelationships(
  deps: DeriveRelationshipsDeps,
  tenantId: string,
  derived: readonly DerivedRelationship[],
): Promise<void> {
  if (derived.length === 0) return;
  // Whoever made the event saw both memories, so they are known even if their own events come later.
  const seen = derived.flatMap(({ fromId, toId }) =>
    [fromId, toId].map((id) => ({ tenantId, id, deleted: false })),
  );
  await deps.inTransaction(tenantId, async (tx) => {
    const [, claimed, , { alive }] = await Promise.all([
      lockToChangeOne(tx, tenantId),
      claim(tx, tenantId, derived),
      deps.knownMemories.record(tx, seen),
      deps.knownMemories.find(
        tx,
        tenantId,
        seen.map((memory) => memory.id),
      ),
    ]);
    const made = derived
      .filter(({ sourceId, fromId, toId }) => claimed.has(sourceId) && alive.has(fromId) && alive.has(toId))
      .map((relationship) => build(tenantId, relationship, deps.now()));
    const repeats = findRepeats(made.map((relationship) => [relationship]));
    const distinct = made.filter((_, index) => repeats[index] === null).toSorted(compareWays);
    const inserted = await deps.relationships.insertFree(tx, distinct);
    const stored = distinct.filter((relationship) => inserted.has(relationship.id));
    await deps.outbox.append(tx, ...stored.map(relationshipCreated));
    tx.afterCommit(() => tellStored(deps.graphStore, stored));
  });
}

async function claim(
  tx: Transaction,
  tenantId: string,
  derived: readonly DerivedRelationship[],
): Promise<Set<string>> {
  const rows = await tx.query<{ source_id: string }>(
    `INSERT INTO derived_relationships (tenant_id, source_id)
     SELECT $1, source_id FROM unnest($2::uuid[]) source_id ORDER BY source_id
     ON CONFLICT DO NOTHING RETURNING source_id`,
    [tenantId, derived.map((relationship) => relationship.sourceId)],
    'derived-relationships-claim',
  );
  return new Set(rows.map((row) => row.source_id));
}

function build(
  tenantId: string,
  { id, fromId, toId, relationshipType, confidence, origin, createdBy }: DerivedRelationship,
  now: Date,
): Relationship {
  const input = {
    fromId,
    toId,
    relationshipType,
    directionType: 'DIRECTED' as const,
    inverseType: null,
    strength: DEFAULT_STRENGTH,
    confidence: confidence ?? DEFAULT_CONFIDENCE,
    evidence: {},
    traversalProperties: {},
    metadata: {},
  };
  return buildRelationships(input, { tenantId, createdBy, origin, now }, () => id)[0]!;
}
