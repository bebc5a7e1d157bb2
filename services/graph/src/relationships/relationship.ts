import { isDeepStrictEqual } from 'node:util';
import type { DirectionType, EvolutionType, RelationshipType } from '@loci/contracts';
import type { RelationshipState } from '@loci/events';

export type FreeForm = Record<string, unknown>;

/** A directed, typed and weighted statement about two memories of a tenant. */
export interface Relationship {
  tenantId: string;
  id: string;
  revision: number;
  fromId: string;
  toId: string;
  relationshipType: RelationshipType;
  directionType: DirectionType;
  /** The other half's type; null unless INVERSE_PAIRED. */
  inverseType: RelationshipType | null;
  /** The other half; null unless INVERSE_PAIRED, and once that half is deleted. */
  inverseRelationshipId: string | null;
  strength: number;
  confidence: number;
  evidence: FreeForm;
  traversalProperties: FreeForm;
  metadata: FreeForm;
  origin: RelationshipState['origin'];
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewRelationship {
  fromId: string;
  toId: string;
  relationshipType: RelationshipType;
  directionType: DirectionType;
  inverseType: RelationshipType | null;
  strength: number;
  confidence: number;
  evidence: FreeForm;
  traversalProperties: FreeForm;
  metadata: FreeForm;
}

/** What a change may touch; an absent field stays. */
export type RelationshipChange = Partial<Pick<NewRelationship, 'strength' | 'confidence' | 'evidence'>>;

/** By whom and when a relationship is made. */
export interface Making {
  tenantId: string;
  createdBy: string;
  origin: Relationship['origin'];
  now: Date;
}

export const DEFAULT_STRENGTH = 0.5;
export const DEFAULT_CONFIDENCE = 0.8;

/** From the new version to the old one. @see DECISIONS.md "Memories" (Evolve) */
export const TYPE_OF_EVOLUTION: Record<EvolutionType, RelationshipType> = {
  correction: 'supersedes',
  update: 'updates',
  expansion: 'evolution_of',
  contradiction: 'contradicts',
  deprecation: 'supersedes',
};

/** The records that one new relationship makes: the forward one, and for INVERSE_PAIRED its other half. */
export function buildRelationships(
  input: NewRelationship,
  making: Making,
  newId: () => string,
): Relationship[] {
  const { tenantId, createdBy, origin, now } = making;
  const paired = input.directionType === 'INVERSE_PAIRED' && input.inverseType !== null;
  const forward: Relationship = {
    ...input,
    tenantId,
    id: newId(),
    revision: 1,
    inverseType: paired ? input.inverseType : null,
    inverseRelationshipId: null,
    origin,
    createdBy,
    createdAt: now,
    updatedAt: now,
  };
  if (!paired) return [forward];
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

/** The next revision of a relationship; the same object when nothing differs. */
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
  };
  const differs =
    next.strength !== relationship.strength ||
    next.confidence !== relationship.confidence ||
    !isDeepStrictEqual(next.evidence, relationship.evidence);
  return differs ? { ...next, revision: relationship.revision + 1, updatedAt: now } : relationship;
}
