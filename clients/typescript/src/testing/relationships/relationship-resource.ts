import { toIso, toIsoOrNull } from '../validation/timestamps.ts';
import type { Validity } from '../memories/validity.ts';
import type { StoredRelationship } from './relationship.ts';

export function relationshipValidity(
  { isActive, validFrom, validUntil }: StoredRelationship,
  now: number,
): Validity {
  if (!isActive) return 'superseded';
  if (validUntil !== null && validUntil <= now) return 'expired';
  return validFrom !== null && validFrom > now ? 'future' : 'current';
}

/** Fields of a relationship in a memory. */
export const toRelationshipSummary = (relationship: StoredRelationship) => ({
  id: relationship.id,
  from_id: relationship.fromId,
  to_id: relationship.toId,
  relationship_type: relationship.relationshipType,
  direction_type: relationship.directionType,
  strength: relationship.strength,
  confidence: relationship.confidence,
  created_at: toIso(relationship.createdAt),
});

/** @see docs/reference/relationships.md#the-relationship-object */
export const toRelationshipResource = (relationship: StoredRelationship, now: number) => ({
  ...toRelationshipSummary(relationship),
  inverse_type: relationship.inverseType,
  inverse_relationship_id: relationship.inverseRelationshipId,
  evidence: relationship.evidence,
  traversal_properties: relationship.traversalProperties,
  metadata: relationship.metadata,
  updated_at: toIso(relationship.updatedAt),
  is_active: relationship.isActive,
  valid_from: toIsoOrNull(relationship.validFrom),
  valid_until: toIsoOrNull(relationship.validUntil),
  validity: relationshipValidity(relationship, now),
});
