import type { Tenant } from '../data/tenant.ts';
import { alreadyExists, FakeError, invalidField, notFound } from '../fake-error.ts';
import { currentIdOf, hasExpired, isActive } from '../memories/memory.ts';
import type { Metadata } from '../memories/memory.ts';
import type { Relationship } from '../../types.ts';

export type RelationshipType = Relationship['relationship_type'];
export type DirectionType = Relationship['direction_type'];

/** Times are milliseconds since the epoch. @see docs/reference/relationships.md#the-relationship-object */
export interface StoredRelationship {
  readonly id: string;
  readonly fromId: string;
  readonly toId: string;
  readonly relationshipType: RelationshipType;
  readonly directionType: DirectionType;
  readonly inverseType: RelationshipType | null;
  readonly inverseRelationshipId: string | null;
  readonly strength: number;
  readonly confidence: number;
  readonly evidence: Metadata;
  readonly traversalProperties: Metadata;
  readonly metadata: Metadata;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly isActive: boolean;
  readonly validFrom: number | null;
  readonly validUntil: number | null;
  /** True for a relationship from a new version to a memory that it replaces. It is never carried over. */
  readonly isVersionLink: boolean;
}

const DEFAULT_STRENGTH = 0.5;
const DEFAULT_CONFIDENCE = 0.8;

/** Builds a `DIRECTED` relationship with default values. */
export const buildRelationship = (
  fields: Pick<StoredRelationship, 'id' | 'fromId' | 'toId' | 'relationshipType'> &
    Partial<StoredRelationship>,
  now: number,
): StoredRelationship => ({
  directionType: 'DIRECTED',
  inverseType: null,
  inverseRelationshipId: null,
  strength: DEFAULT_STRENGTH,
  confidence: DEFAULT_CONFIDENCE,
  evidence: {},
  traversalProperties: {},
  metadata: {},
  createdAt: now,
  updatedAt: now,
  isActive: true,
  validFrom: null,
  validUntil: null,
  isVersionLink: false,
  ...fields,
});

/** Returns a relationship whose memories have not expired. @throws FakeError RES_NOT_FOUND */
export function findRelationship(tenant: Tenant, id: string, now: number): StoredRelationship {
  const relationship = tenant.relationships.get(id);
  if (relationship === undefined || isHidden(tenant, relationship, now)) throw notFound('relationship', id);
  return relationship;
}

/** True if a memory of the relationship has expired. */
export const isHidden = (tenant: Tenant, { fromId, toId }: StoredRelationship, now: number): boolean =>
  [fromId, toId].some((id) => {
    const memory = tenant.memories.get(id);
    return memory === undefined || hasExpired(memory, now);
  });

/** Keys of which no two relationships of a tenant share one. A `BIDIRECTIONAL` relationship has two. */
export function uniquenessKeys(relationship: StoredRelationship): string[] {
  const { fromId, toId, relationshipType, directionType } = relationship;
  const key = `${fromId} ${relationshipType} ${toId}`;
  return directionType === 'BIDIRECTIONAL' ? [key, `${toId} ${relationshipType} ${fromId}`] : [key];
}

/** Returns a stored relationship that conflicts, or undefined. @see docs/reference/relationships.md#uniqueness */
export function findConflict(
  tenant: Tenant,
  relationship: StoredRelationship,
): StoredRelationship | undefined {
  const keys = uniquenessKeys(relationship);
  return [...tenant.relationships.values()].find((stored) =>
    uniquenessKeys(stored).some((key) => keys.includes(key)),
  );
}

export const conflictError = (relationship: StoredRelationship, details: object): FakeError =>
  alreadyExists(
    'relationship',
    `${relationship.fromId} ${relationship.relationshipType} ${relationship.toId}`,
    { ...details },
  );

/** @throws FakeError RES_NOT_FOUND or RES_ALREADY_EXISTS if a memory does not exist or is inactive */
export function requireActiveMemories(
  tenant: Tenant,
  { fromId, toId }: StoredRelationship,
  now: number,
): void {
  for (const id of [fromId, toId]) {
    const memory = tenant.memories.get(id);
    if (memory === undefined || hasExpired(memory, now)) throw notFound('memory', id);
  }
  for (const id of [fromId, toId]) {
    const memory = tenant.memories.get(id)!;
    if (isActive(memory)) continue;
    throw new FakeError(
      'RES_ALREADY_EXISTS',
      `The memory ${id} is an inactive version. Use the active version instead. Its id is in ` +
        'details.current_memory_id, which is null if no version is active.',
      {
        details: {
          resource_type: 'memory version',
          identifier: id,
          current_memory_id: currentIdOf(tenant, memory),
        },
      },
    );
  }
}

/** @throws FakeError VAL_VALIDATION_FAILED for an empty period */
export function requirePeriod({ validFrom, validUntil }: StoredRelationship): void {
  if (validFrom === null || validUntil === null || validUntil > validFrom) return;
  throw invalidField('valid_until', 'valid_until must be after valid_from.', 'VAL_VALIDATION_FAILED');
}
