import { AppError, alreadyExists, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { requireRestorer } from '@loci/service-hosting';
import type { RestoreResult } from '@loci/service-hosting';
import type { KnownMemories } from '../known-memories/known-memory.repository.ts';
import { recordKnownMemories } from '../known-memories/record-known-memories.ts';
import type { RecordKnownMemoriesDeps } from '../known-memories/record-known-memories.ts';
import { applyStored } from '../relationships/apply-to-graph-store.ts';
import { carryOverRelationships } from '../relationships/carry-over-relationships.ts';
import type { CarryOverDeps } from '../relationships/carry-over-relationships.ts';
import { lockForCreate } from '../relationships/graph-lock.ts';
import { relationshipCreated } from '../relationships/relationship.events.ts';
import type { RelationshipRepository } from '../relationships/relationship.repository.ts';
import type { Revision } from '../revisions/revision.repository.ts';
import { stateKey } from './relationship-state.repository.ts';
import type { RelationshipStateRepository } from './relationship-state.repository.ts';

export interface RestoreRelationshipStatesDeps extends RecordKnownMemoriesDeps, CarryOverDeps {
  knownMemories: RecordKnownMemoriesDeps['knownMemories'] & CarryOverDeps['knownMemories'];
  relationships: CarryOverDeps['relationships'] & Pick<RelationshipRepository, 'findExisting' | 'claimIds'>;
  relationshipStates: Omit<RelationshipStateRepository, 'list'>;
}

/**
 * Restores states of relationships with their ids and times, and publishes a `relationship.created` event for each restored
 * current state. The caller becomes the author of all states. Idempotent: a state that exists does not change.
 * Active relationships of inactive memories are carried over to the current versions.
 *
 * @param inputs the validated states
 * @returns one result per input, in order
 * @throws AUTH_FORBIDDEN if the caller is not an owner; SYS_SERVICE_UNAVAILABLE if the memory service is needed and
 *   unavailable
 * @see docs/reference/states.md#relationships
 */
export async function restoreRelationshipStates(
  deps: RestoreRelationshipStatesDeps,
  caller: Caller,
  inputs: readonly Revision[],
): Promise<RestoreResult[]> {
  requireRestorer(caller, 'relationships');
  const { tenantId } = caller;
  const memoryIds = [
    ...new Set(inputs.flatMap(({ relationship }) => [relationship.fromId, relationship.toId])),
  ];
  const find = () => deps.inTransaction(tenantId, (tx) => deps.knownMemories.find(tx, tenantId, memoryIds));
  const { unknown } = await find();
  if (unknown.size > 0) await recordKnownMemories(deps, tenantId, [...unknown]);
  const outcomes = new Map<Revision, RestoreResult>();
  const inactiveIds = await deps.inTransaction(tenantId, async (tx) => {
    // The lock is a separate statement, so that the memories are read after a concurrent deletion has committed.
    const [, known] = await Promise.all([
      lockForCreate(tx, tenantId),
      deps.knownMemories.find(tx, tenantId, memoryIds),
    ]);
    const active = await restoreCurrent(deps, tx, caller, inputs.filter(isCurrent), known, outcomes);
    await restoreReplaced(
      deps,
      tx,
      caller,
      inputs.filter((state) => !isCurrent(state)),
      outcomes,
    );
    return active.filter((id) => !known.alive.get(id)!.isActive);
  });
  // The memory can have been replaced during the export, or since the restore of the memories.
  if (inactiveIds.length > 0) await carryOverRelationships(deps, tenantId, inactiveIds);
  return inputs.map((input) => outcomes.get(input)!);
}

const isCurrent = ({ recordedUntil }: Revision): boolean => recordedUntil === null;

/** Inserts current states. Returns the ids of the memories of the inserted active relationships. */
async function restoreCurrent(
  deps: RestoreRelationshipStatesDeps,
  tx: Transaction,
  { tenantId, userId }: Caller,
  current: readonly Revision[],
  known: KnownMemories,
  outcomes: Map<Revision, RestoreResult>,
): Promise<string[]> {
  if (current.length === 0) return [];
  const now = deps.now();
  const ids = current.map(({ relationship }) => relationship.id);
  const existing = await deps.relationships.findExisting(tx, tenantId, ids);
  const accepted = new Map<string, Revision>();
  for (const state of current) {
    const { id } = state.relationship;
    const error = errorOf(state, known, now);
    if (existing.has(id) || accepted.has(id)) outcomes.set(state, 'existing');
    else if (error !== null) outcomes.set(state, error);
    else accepted.set(id, state);
  }
  const wanted = [...accepted.values()];
  const inserted = await deps.relationshipStates.insertCurrent(tx, tenantId, userId, wanted);
  for (const state of wanted)
    outcomes.set(state, inserted.has(state.relationship.id) ? 'restored' : conflict(state));
  const stored = wanted.flatMap(({ relationship }) =>
    inserted.has(relationship.id) ? [{ ...relationship, createdBy: userId }] : [],
  );
  await Promise.all([
    // An event of the memory service that names the id must not create the relationship again after its deletion.
    deps.relationships.claimIds(tx, tenantId, [...inserted]),
    deps.outbox.append(tx, ...stored.map(relationshipCreated)),
  ]);
  tx.afterCommit(() => applyStored(deps.graphStore, stored));
  return [...new Set(stored.flatMap((r) => (r.isActive ? [r.fromId, r.toId] : [])))];
}

async function restoreReplaced(
  { relationshipStates }: RestoreRelationshipStatesDeps,
  tx: Transaction,
  { tenantId, userId }: Caller,
  replaced: readonly Revision[],
  outcomes: Map<Revision, RestoreResult>,
): Promise<void> {
  const { inserted, existing } = await relationshipStates.insertReplaced(tx, tenantId, userId, replaced);
  const changedIds = new Set<string>();
  for (const state of replaced) {
    const key = stateKey(state.relationship);
    if (inserted.has(key)) changedIds.add(state.relationship.id);
    outcomes.set(state, inserted.has(key) ? 'restored' : existing.has(key) ? 'existing' : notRestored(state));
  }
  if (changedIds.size > 0)
    await recordAudit(tx, {
      tenantId,
      action: 'update',
      objectType: 'relationship',
      objectIds: [...changedIds],
    });
}

function errorOf({ relationship }: Revision, known: KnownMemories, now: Date): AppError | null {
  const missing = [relationship.fromId, relationship.toId].find((id) => !known.alive.has(id));
  if (missing !== undefined) return notFound('memory', missing);
  if (relationship.updatedAt > now)
    return new AppError('VAL_VALIDATION_FAILED', 'A state must not be recorded in the future.');
  return null;
}

const conflict = ({ relationship: { fromId, relationshipType, toId } }: Revision): AppError =>
  alreadyExists('relationship', `${fromId} ${relationshipType} ${toId}`);

const notRestored = ({ relationship: { id, revision } }: Revision): AppError =>
  new AppError(
    'RES_NOT_FOUND',
    `No restored relationship has the replaced revision ${revision}. Restore its current state first.`,
    { details: { resource_type: 'restored relationship', resource_id: id } },
  );
