import type { RelationshipType } from '@loci/contracts';
import type { Outbox } from '@loci/messaging';
import type { InTransaction, Transaction } from '@loci/postgres';
import { existingMemory } from '../known-memories/known-memory.repository.ts';
import type { KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';
import { applyStored } from './apply-to-graph-store.ts';
import type { EdgeWriter } from './apply-to-graph-store.ts';
import { carryOverRelationships } from './carry-over-relationships.ts';
import type { CarryOverDeps } from './carry-over-relationships.ts';
import { lockForCreate } from './graph-lock.ts';
import { relationshipCreated, relationshipDuplicate } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import { DEFAULT_CONFIDENCE, DEFAULT_STRENGTH, buildRelationships } from './relationship.ts';
import type { Relationship } from './relationship.ts';
import { compareUniquenessKeys, findDuplicates } from './uniqueness-keys.ts';

/** A relationship that an event of the memory service implies. */
export interface DerivedRelationship {
  /** Relationship id, taken from the event. A redelivered event therefore results in the same id. */
  id: string;
  fromId: string;
  toId: string;
  relationshipType: RelationshipType;
  confidence?: number;
  origin: Relationship['origin'];
  createdBy: string;
}

export interface DeriveRelationshipsDeps extends CarryOverDeps {
  inTransaction: InTransaction;
  relationships: CarryOverDeps['relationships'] &
    Pick<RelationshipRepository, 'insertNonConflicting' | 'findConflicts' | 'claimIds'>;
  knownMemories: Pick<KnownMemoryRepository, 'find' | 'findCurrentIds' | 'record'>;
  graphStore: EdgeWriter;
  outbox: Outbox;
  now(): Date;
}

/**
 * Stores the relationships that events of the memory service imply, with their `relationship.created` events.
 * Idempotent: skips an id that was handled before, even if a caller has deleted its relationship. Skips a
 * relationship of a deleted memory. If a relationship of the same type already connects the two memories,
 * that relationship is kept. In this case, a `relationship.deleted` event of the derived id contains the id
 * of the existing relationship in `duplicate_of`. Relationships of inactive versions are carried over.
 */
export async function deriveRelationships(
  deps: DeriveRelationshipsDeps,
  tenantId: string,
  derived: readonly DerivedRelationship[],
): Promise<void> {
  if (derived.length === 0) return;
  // The memories existed when the event was published, even if their own events arrive later.
  const observed = derived.flatMap(({ fromId, toId }) =>
    [fromId, toId].map((id) => existingMemory(tenantId, id)),
  );
  const inactiveIds = await deps.inTransaction(tenantId, async (tx) => {
    const [, claimed, , { alive }] = await Promise.all([
      lockForCreate(tx, tenantId),
      deps.relationships.claimIds(
        tx,
        tenantId,
        derived.map(({ id }) => id),
      ),
      deps.knownMemories.record(tx, observed),
      deps.knownMemories.find(
        tx,
        tenantId,
        observed.map((memory) => memory.id),
      ),
    ]);
    // A batch can contain the same event twice.
    const distinct = new Map(derived.map((relationship) => [relationship.id, relationship]));
    const wanted = [...distinct.values()]
      .filter(({ id, fromId, toId }) => claimed.has(id) && alive.has(fromId) && alive.has(toId))
      .map((relationship) => build(tenantId, relationship, deps.now()));
    const { stored, duplicates } = await insertOrMatch(deps, tx, wanted);
    await deps.outbox.append(
      tx,
      ...stored.map(relationshipCreated),
      ...duplicates.map(([relationship, existingId]) => relationshipDuplicate(relationship, existingId)),
    );
    tx.afterCommit(() => applyStored(deps.graphStore, stored));
    return [...alive.values()].flatMap(({ id, isActive }) => (isActive ? [] : [id]));
  });
  // The event can arrive after the memory was replaced. If this call is interrupted, the redelivered event
  // repeats it.
  if (inactiveIds.length > 0) await carryOverRelationships(deps, tenantId, inactiveIds);
}

const MAX_INSERT_ATTEMPTS = 5;

/** Inserts each relationship or finds the existing one that conflicts with it. */
async function insertOrMatch(
  { relationships }: Pick<DeriveRelationshipsDeps, 'relationships'>,
  tx: Transaction,
  wanted: readonly Relationship[],
): Promise<{ stored: Relationship[]; duplicates: [Relationship, string][] }> {
  const stored: Relationship[] = [];
  const duplicates: [Relationship, string][] = [];
  let remaining = wanted;
  for (let attempt = 1; remaining.length > 0; attempt++) {
    if (attempt > MAX_INSERT_ATTEMPTS) {
      throw new Error(`Derived relationships still conflict after ${MAX_INSERT_ATTEMPTS} attempts.`);
    }
    const duplicateOf = findDuplicates(remaining.map((relationship) => [relationship]));
    const distinct = remaining.filter((_, index) => duplicateOf[index] === null);
    const inserted = await relationships.insertNonConflicting(tx, distinct.toSorted(compareUniquenessKeys));
    stored.push(...distinct.filter(({ id }) => inserted.has(id)));
    const conflicting = remaining.filter(({ id }) => !inserted.has(id));
    const conflicts = await relationships.findConflicts(tx, conflicting);
    for (const relationship of conflicting) {
      const existingId = conflicts.get(relationship.id);
      if (existingId !== undefined) duplicates.push([relationship, existingId]);
    }
    // A caller can delete a conflicting relationship between the two statements. The next attempt then
    // inserts the derived relationship.
    remaining = conflicting.filter(({ id }) => !conflicts.has(id));
  }
  return { stored, duplicates };
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
    validFrom: null,
    validUntil: null,
  };
  return buildRelationships(input, { tenantId, createdBy, origin, now }, () => id)[0]!;
}
