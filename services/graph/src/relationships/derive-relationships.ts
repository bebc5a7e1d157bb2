import type { RelationshipType } from '@loci/contracts';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import type { KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';
import { lockToCreate } from './graph-lock.ts';
import { compareWays, findRepeats } from './occupied-ways.ts';
import { relationshipCreated } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import { DEFAULT_CONFIDENCE, DEFAULT_STRENGTH, buildRelationships } from './relationship.ts';
import type { Relationship } from './relationship.ts';
import { tellStored } from './tell-graph-store.ts';
import type { ChangedGraph } from './tell-graph-store.ts';

/** A relationship that follows from an act of the memory service. */
export interface DerivedRelationship {
  /** Named by the event; the same one is made once. */
  id: string;
  fromId: string;
  toId: string;
  relationshipType: RelationshipType;
  confidence?: number;
  origin: Relationship['origin'];
  createdBy: string;
}

export interface DeriveRelationshipsDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'insertFree' | 'claim'>;
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
      lockToCreate(tx, tenantId),
      deps.relationships.claim(
        tx,
        tenantId,
        derived.map(({ id }) => id),
      ),
      deps.knownMemories.record(tx, seen),
      deps.knownMemories.find(
        tx,
        tenantId,
        seen.map((memory) => memory.id),
      ),
    ]);
    const made = derived
      .filter(({ id, fromId, toId }) => claimed.has(id) && alive.has(fromId) && alive.has(toId))
      .map((relationship) => build(tenantId, relationship, deps.now()));
    const repeats = findRepeats(made.map((relationship) => [relationship]));
    const distinct = made.filter((_, index) => repeats[index] === null).toSorted(compareWays);
    const inserted = await deps.relationships.insertFree(tx, distinct);
    const stored = distinct.filter((relationship) => inserted.has(relationship.id));
    await deps.outbox.append(tx, ...stored.map(relationshipCreated));
    tx.afterCommit(() => tellStored(deps.graphStore, stored));
  });
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
