import { relationshipDeletedSchema, relationshipStateSchema } from '@loci/events';
import type { EventEnvelope, RelationshipState } from '@loci/events';

/**
 * Relationship as stored in the read model. A deleted relationship has an empty type. A relationship of an inactive
 * version counts as deleted, because it is not part of the current knowledge.
 */
export interface ProjectedRelationship {
  tenantId: string;
  id: string;
  revision: number;
  deleted: boolean;
  fromId: string;
  toId: string;
  relationshipType: string;
}

export type RelationshipIdentity = Pick<ProjectedRelationship, 'tenantId' | 'id' | 'revision'>;
type RelationshipEnds = Pick<RelationshipState, 'from_id' | 'to_id'>;

export function projectRelationshipEvent(event: EventEnvelope): ProjectedRelationship {
  const identity = { tenantId: event.tenant_id, id: event.aggregate_id, revision: event.revision };
  return event.type === 'relationship.deleted'
    ? toTombstone(identity, relationshipDeletedSchema.parse(event.data))
    : projectRelationshipState(identity, relationshipStateSchema.parse(event.data));
}

export const projectRelationshipState = (
  identity: RelationshipIdentity,
  state: RelationshipState,
): ProjectedRelationship => ({
  ...identity,
  deleted: !state.is_active,
  fromId: state.from_id,
  toId: state.to_id,
  relationshipType: state.relationship_type,
});

/**
 * Creates the tombstone of a deleted relationship. The tombstone keeps the revision, so that older events are
 * ignored.
 */
export const toTombstone = (
  identity: RelationshipIdentity,
  ends: RelationshipEnds,
): ProjectedRelationship => ({
  ...identity,
  deleted: true,
  fromId: ends.from_id,
  toId: ends.to_id,
  relationshipType: '',
});
