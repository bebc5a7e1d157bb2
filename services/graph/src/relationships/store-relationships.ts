import { AppError, alreadyExists, isAppError, notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { Transaction } from '@loci/postgres';
import type { KnownMemories, KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';
import { recordKnownMemories } from '../known-memories/record-known-memories.ts';
import type { RecordKnownMemoriesDeps } from '../known-memories/record-known-memories.ts';
import { applyStored } from './apply-to-graph-store.ts';
import type { EdgeWriter } from './apply-to-graph-store.ts';
import { lockForCreate } from './graph-lock.ts';
import { relationshipCreated } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import type { Relationship } from './relationship.ts';
import { compareUniquenessKeys, findDuplicates } from './uniqueness-keys.ts';

export interface StoreRelationshipsDeps extends RecordKnownMemoriesDeps {
  knownMemories: RecordKnownMemoriesDeps['knownMemories'] & Pick<KnownMemoryRepository, 'findCurrentIds'>;
  relationships: Pick<RelationshipRepository, 'insertNonConflicting' | 'findConflicts' | 'claimIds'>;
  graphStore: EdgeWriter;
  outbox: Outbox;
}

/**
 * A single relationship, both relationships of an INVERSE_PAIRED pair, or the error of an invalid element.
 */
type Group = readonly Relationship[] | AppError;

/** One entry per group: the error that prevents storing the group, or null. */
type GroupErrors = readonly (AppError | null)[];

/**
 * Stores groups of relationships and their `relationship.created` events in one transaction. If memories are
 * unknown, queries the memory service for them and retries once.
 *
 * @param onErrors called if a group cannot be stored: RES_NOT_FOUND if a memory does not exist,
 *   RES_ALREADY_EXISTS if a memory is an inactive version, or if a relationship conflicts with a stored one or with an
 *   earlier group. Must throw to
 *   roll back the transaction.
 * @throws the error that `onErrors` throws; SYS_SERVICE_UNAVAILABLE if the memory service is needed and
 *   unavailable
 */
export async function storeRelationships(
  deps: StoreRelationshipsDeps,
  tenantId: string,
  groups: readonly Group[],
  onErrors: (errors: GroupErrors) => void,
): Promise<void> {
  const memoryIds = [
    ...new Set(groups.flatMap((group) => membersOf(group).flatMap((r) => [r.fromId, r.toId]))),
  ];
  /** Stores the groups, or returns the ids of unknown memories if they are not treated as missing. */
  const attempt = (treatUnknownAsMissing: boolean): Promise<ReadonlySet<string>> =>
    deps.inTransaction(tenantId, async (tx) => {
      // The lock is a separate statement, so that the memories are read after a concurrent deletion has
      // committed.
      const [, known] = await Promise.all([
        lockForCreate(tx, tenantId),
        deps.knownMemories.find(tx, tenantId, memoryIds),
      ]);
      if (known.unknown.size > 0 && !treatUnknownAsMissing) return known.unknown;
      await storeGroups(deps, tx, tenantId, groups, known, onErrors);
      return new Set<string>();
    });
  const unknown = await attempt(false);
  if (unknown.size === 0) return;
  await recordKnownMemories(deps, tenantId, [...unknown]);
  await attempt(true);
}

async function storeGroups(
  deps: StoreRelationshipsDeps,
  tx: Transaction,
  tenantId: string,
  groups: readonly Group[],
  known: KnownMemories,
  onErrors: (errors: GroupErrors) => void,
): Promise<void> {
  const duplicates = findDuplicates(groups.map(membersOf));
  const inactiveIds = [...known.alive.values()].flatMap(({ id, isActive }) => (isActive ? [] : [id]));
  const currentIds = await deps.knownMemories.findCurrentIds(tx, tenantId, inactiveIds);
  const errors = groups.map((group, index) =>
    errorBeforeInsert(group, known, currentIds, duplicates[index]!),
  );
  const wanted = groups.filter((_, index) => errors[index] === null).flatMap(membersOf);
  const inserted = await deps.relationships.insertNonConflicting(tx, wanted.toSorted(compareUniquenessKeys));
  const conflicting = groups.map((group, index) =>
    errors[index] === null
      ? membersOf(group).find((relationship) => !inserted.has(relationship.id))
      : undefined,
  );
  const conflicts = await deps.relationships.findConflicts(
    tx,
    conflicting.filter((relationship) => relationship !== undefined),
  );
  conflicting.forEach((relationship, index) => {
    if (relationship) errors[index] = conflictError(relationship, conflicts.get(relationship.id) ?? null);
  });
  if (errors.some((error) => error !== null)) onErrors(errors);
  const stored = wanted.filter((relationship) => inserted.has(relationship.id));
  await Promise.all([
    // The memory service reports a contradiction for a `contradicts` relationship. The claim prevents
    // deriving a second relationship from that report.
    deps.relationships.claimIds(
      tx,
      tenantId,
      stored.filter((relationship) => relationship.relationshipType === 'contradicts').map(({ id }) => id),
    ),
    deps.outbox.append(tx, ...stored.map(relationshipCreated)),
  ]);
  tx.afterCommit(() => applyStored(deps.graphStore, stored));
}

const membersOf = (group: Group): readonly Relationship[] => (isAppError(group) ? [] : group);

function errorBeforeInsert(
  group: Group,
  known: KnownMemories,
  currentIds: ReadonlyMap<string, string>,
  duplicateOf: number | null,
): AppError | null {
  if (isAppError(group)) return group;
  const { fromId, toId } = group[0]!;
  const missing = [fromId, toId].find((id) => !known.alive.has(id));
  if (missing !== undefined) return notFound('memory', missing);
  const inactive = [fromId, toId].find((id) => !known.alive.get(id)!.isActive);
  if (inactive !== undefined) return inactiveVersion(inactive, currentIds.get(inactive) ?? null);
  if (duplicateOf === null) return null;
  return alreadyExists('relationship', describe(group[0]!), { same_as_index: duplicateOf });
}

const inactiveVersion = (id: string, currentId: string | null): AppError =>
  new AppError(
    'RES_ALREADY_EXISTS',
    `The memory ${id} is an inactive version. Use the active version instead. Its id is in ` +
      'details.current_memory_id, which is null if no version is active.',
    { details: { resource_type: 'memory version', identifier: id, current_memory_id: currentId } },
  );

const conflictError = (relationship: Relationship, conflictingId: string | null): AppError =>
  alreadyExists('relationship', describe(relationship), {
    ...(conflictingId === null ? {} : { relationship_id: conflictingId }),
    from_id: relationship.fromId,
    to_id: relationship.toId,
    relationship_type: relationship.relationshipType,
  });

const describe = ({ fromId, relationshipType, toId }: Relationship): string =>
  `${fromId} ${relationshipType} ${toId}`;
