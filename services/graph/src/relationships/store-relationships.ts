import { alreadyExists, isAppError, notFound } from '@loci/core';
import type { AppError } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { Transaction } from '@loci/postgres';
import type { KnownMemories } from '../known-memories/known-memory.repository.ts';
import { learnMemories } from '../known-memories/learn-memories.ts';
import type { LearnMemoriesDeps } from '../known-memories/learn-memories.ts';
import { lockToCreate } from './graph-lock.ts';
import { compareWays, findRepeats } from './occupied-ways.ts';
import { relationshipCreated } from './relationship.events.ts';
import type { RelationshipRepository } from './relationship.repository.ts';
import type { Relationship } from './relationship.ts';
import { tellStored } from './tell-graph-store.ts';
import type { ChangedGraph } from './tell-graph-store.ts';

export interface StoreRelationshipsDeps extends LearnMemoriesDeps {
  relationships: Pick<RelationshipRepository, 'insertFree' | 'findRivals' | 'claim'>;
  graphStore: ChangedGraph;
  outbox: Outbox;
}

/** For each group the reason why it cannot be stored, or null. */
export type Refusals = readonly (AppError | null)[];

/**
 * Stores groups of relationships that belong together (a relationship and its other half) with their
 * `relationship.created` events, in one transaction, or nothing.
 *
 * @param groups an error in the place of a group was found before; it counts as refused
 * @param refuse throws when one of the refusals should undo everything
 * @throws what `refuse` throws: RES_NOT_FOUND for a missing end, RES_ALREADY_EXISTS for a way that is taken
 */
export async function storeRelationships(
  deps: StoreRelationshipsDeps,
  tenantId: string,
  groups: readonly (readonly Relationship[] | AppError)[],
  refuse: (refusals: Refusals) => void,
): Promise<void> {
  const ends = [...new Set(groups.flatMap((group) => membersOf(group).flatMap((r) => [r.fromId, r.toId])))];
  const attempt = (unknownIsMissing: boolean): Promise<ReadonlySet<string>> =>
    deps.inTransaction(tenantId, async (tx) => {
      // The lock first, in its own statement: the look at the memories must come after a deletion it waits for.
      const [, known] = await Promise.all([
        lockToCreate(tx, tenantId),
        deps.knownMemories.find(tx, tenantId, ends),
      ]);
      if (known.unknown.size > 0 && !unknownIsMissing) return known.unknown;
      await storeKnown(deps, tx, tenantId, groups, known, refuse);
      return new Set<string>();
    });
  const unknown = await attempt(false);
  if (unknown.size === 0) return;
  await learnMemories(deps, tenantId, [...unknown]);
  await attempt(true);
}

async function storeKnown(
  deps: StoreRelationshipsDeps,
  tx: Transaction,
  tenantId: string,
  groups: readonly (readonly Relationship[] | AppError)[],
  known: KnownMemories,
  refuse: (refusals: Refusals) => void,
): Promise<void> {
  const repeats = findRepeats(groups.map(membersOf));
  const refusals = groups.map((group, index) => refusalBefore(group, known, repeats[index]!));
  const wanted = groups.filter((_, index) => refusals[index] === null).flatMap(membersOf);
  const inserted = await deps.relationships.insertFree(tx, wanted.toSorted(compareWays));
  const refused = groups.map((group, index) =>
    refusals[index] === null
      ? membersOf(group).find((relationship) => !inserted.has(relationship.id))
      : undefined,
  );
  const rivals = await deps.relationships.findRivals(
    tx,
    refused.filter((relationship) => relationship !== undefined),
  );
  refused.forEach((relationship, index) => {
    if (relationship) refusals[index] = taken(relationship, rivals.get(relationship.id) ?? null);
  });
  if (refusals.some((refusal) => refusal !== null)) refuse(refusals);
  const stored = wanted.filter((relationship) => inserted.has(relationship.id));
  await Promise.all([
    // The contradiction that a `contradicts` relationship makes comes back as an event that names it.
    deps.relationships.claim(
      tx,
      tenantId,
      stored.filter((relationship) => relationship.relationshipType === 'contradicts').map(({ id }) => id),
    ),
    deps.outbox.append(tx, ...stored.map(relationshipCreated)),
  ]);
  tx.afterCommit(() => tellStored(deps.graphStore, stored));
}

const membersOf = (group: readonly Relationship[] | AppError): readonly Relationship[] =>
  isAppError(group) ? [] : group;

function refusalBefore(
  group: readonly Relationship[] | AppError,
  known: KnownMemories,
  repeated: number | null,
): AppError | null {
  if (isAppError(group)) return group;
  const { fromId, toId } = group[0]!;
  const missing = [fromId, toId].find((id) => !known.alive.has(id));
  if (missing !== undefined) return notFound('memory', missing);
  if (repeated === null) return null;
  return alreadyExists('relationship', nameOf(group[0]!), { same_as_index: repeated });
}

const taken = (relationship: Relationship, rivalId: string | null): AppError =>
  alreadyExists('relationship', nameOf(relationship), {
    ...(rivalId === null ? {} : { relationship_id: rivalId }),
    from_id: relationship.fromId,
    to_id: relationship.toId,
    relationship_type: relationship.relationshipType,
  });

const nameOf = ({ fromId, relationshipType, toId }: Relationship): string =>
  `${fromId} ${relationshipType} ${toId}`;
