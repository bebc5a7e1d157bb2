import { relationshipDeletedSchema, relationshipStateSchema } from '@loci/events';
import type { EventEnvelope, RelationshipState } from '@loci/events';

/** A relationship as the read model stores it; a deleted one has no type. */
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
type Ends = Pick<RelationshipState, 'from_id' | 'to_id'>;

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
  deleted: false,
  fromId: state.from_id,
  toId: state.to_id,
  relationshipType: state.relationship_type,
});

export const toTombstone = (identity: RelationshipIdentity, ends: Ends): ProjectedRelationship => ({
  ...identity,
  deleted: true,
  fromId: ends.from_id,
  toId: ends.to_id,
  relationshipType: '',
});
