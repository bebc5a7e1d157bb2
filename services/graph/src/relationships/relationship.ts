import { isDeepStrictEqual } from 'node:util';
import { EMPTY_PERIOD, isEmptyPeriod } from '@loci/contracts';
import type { DirectionType, EvolutionType, RelationshipType, ValidityPeriod } from '@loci/contracts';
import { AppError } from '@loci/core';
import type { RelationshipState } from '@loci/events';

export type FreeForm = Record<string, unknown>;

/**
 * A typed and weighted connection from one memory of a tenant to another.
 *
 * @see docs/reference/relationships.md#the-relationship-object
 */
export interface Relationship extends ValidityPeriod {
  tenantId: string;
  id: string;
  /** Number of the current revision. Starts at 1 and grows with every change. */
  revision: number;
  fromId: string;
  toId: string;
  relationshipType: RelationshipType;
  directionType: DirectionType;
  /** Type of the other relationship of an INVERSE_PAIRED pair. Null for other direction types. */
  inverseType: RelationshipType | null;
  /**
   * Id of the other relationship of an INVERSE_PAIRED pair. Null if that relationship was deleted, and for
   * other direction types.
   */
  inverseRelationshipId: string | null;
  /** Strength from 0 to 1. */
  strength: number;
  /** Confidence from 0 to 1. */
  confidence: number;
  evidence: FreeForm;
  traversalProperties: FreeForm;
  metadata: FreeForm;
  origin: RelationshipState['origin'];
  /** False once one of the two memories is an inactive version. */
  isActive: boolean;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewRelationship extends Omit<ValidityPeriod, 'isActive'> {
  fromId: string;
  toId: string;
  relationshipType: RelationshipType;
  directionType: DirectionType;
  /** Type of the inverse relationship of an INVERSE_PAIRED pair. Ignored for other direction types. */
  inverseType: RelationshipType | null;
  strength: number;
  confidence: number;
  evidence: FreeForm;
  traversalProperties: FreeForm;
  metadata: FreeForm;
}

/** New values of a relationship. Absent fields stay unchanged, and null removes a bound of the validity period. */
export type RelationshipChange = Partial<
  Pick<NewRelationship, 'strength' | 'confidence' | 'evidence' | 'validFrom' | 'validUntil'>
>;

export interface CreationContext {
  tenantId: string;
  createdBy: string;
  origin: Relationship['origin'];
  now: Date;
}

export const DEFAULT_STRENGTH = 0.5;
export const DEFAULT_CONFIDENCE = 0.8;

/**
 * Type of the relationship from the new version of a memory to the original, by evolution type.
 *
 * @see docs/reference/relationships.md#relationships-that-the-service-creates
 */
export const EVOLUTION_RELATIONSHIP_TYPES: Record<EvolutionType, RelationshipType> = {
  correction: 'supersedes',
  update: 'updates',
  expansion: 'evolution_of',
  contradiction: 'contradicts',
  deprecation: 'supersedes',
};

/**
 * Returns whether the service created a relationship from a memory to one that it replaces. Such a relationship belongs
 * to these two versions. It is never carried over, and it is inactive from the start.
 */
export const isVersionLink = ({
  origin,
  relationshipType,
}: Pick<Relationship, 'origin' | 'relationshipType'>): boolean =>
  origin === 'evolution' || (origin === 'contradiction' && relationshipType === 'supersedes');

/** Builds a new relationship. If it is INVERSE_PAIRED, builds the forward and the inverse relationship. */
export function buildRelationships(
  input: NewRelationship,
  context: CreationContext,
  newId: () => string,
): Relationship[] {
  const { tenantId, createdBy, origin, now } = context;
  const isPaired = input.directionType === 'INVERSE_PAIRED' && input.inverseType !== null;
  const forward: Relationship = {
    ...input,
    tenantId,
    id: newId(),
    revision: 1,
    inverseType: isPaired ? input.inverseType : null,
    inverseRelationshipId: null,
    origin,
    isActive: !isVersionLink({ origin, relationshipType: input.relationshipType }),
    createdBy,
    createdAt: now,
    updatedAt: now,
  };
  if (!isPaired) return [forward];
  const inverse: Relationship = {
    ...forward,
    id: newId(),
    fromId: input.toId,
    toId: input.fromId,
    relationshipType: input.inverseType!,
    inverseType: input.relationshipType,
    inverseRelationshipId: forward.id,
  };
  return [{ ...forward, inverseRelationshipId: inverse.id }, inverse];
}

/**
 * Increments the revision of a changed relationship. The clocks of processes can differ, but a revision is never recorded
 * before the previous one.
 */
export const toNextRevision = (changed: Relationship, now: Date): Relationship => ({
  ...changed,
  revision: changed.revision + 1,
  updatedAt: now > changed.updatedAt ? now : changed.updatedAt,
});

/**
 * Returns the next revision of a relationship, or the same object if no value differs.
 *
 * @throws VAL_VALIDATION_FAILED if the new validity period is empty
 */
export function changeRelationship(
  relationship: Relationship,
  change: RelationshipChange,
  now: Date,
): Relationship {
  const next = {
    ...relationship,
    strength: change.strength ?? relationship.strength,
    confidence: change.confidence ?? relationship.confidence,
    evidence: change.evidence ?? relationship.evidence,
    validFrom: change.validFrom === undefined ? relationship.validFrom : change.validFrom,
    validUntil: change.validUntil === undefined ? relationship.validUntil : change.validUntil,
  };
  if (isEmptyPeriod(next)) {
    throw new AppError('VAL_VALIDATION_FAILED', EMPTY_PERIOD, {
      fieldErrors: { valid_until: [EMPTY_PERIOD] },
    });
  }
  const hasChanged =
    next.strength !== relationship.strength ||
    next.confidence !== relationship.confidence ||
    next.validFrom?.getTime() !== relationship.validFrom?.getTime() ||
    next.validUntil?.getTime() !== relationship.validUntil?.getTime() ||
    !isDeepStrictEqual(next.evidence, relationship.evidence);
  return hasChanged ? toNextRevision(next, now) : relationship;
}
