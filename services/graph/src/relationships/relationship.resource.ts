import { DIRECTION_TYPES, RELATIONSHIP_TYPES, VALIDITIES, validityOf } from '@loci/contracts';
import { cursorPaginated } from '@loci/http';
import { z } from 'zod';
import type { TraversalDirection } from '../traversal/traversal.ts';
import type { Relationship } from './relationship.ts';
import type { TraversalWithNodes } from './traverse-graph.ts';

const freeForm = z.record(z.string(), z.unknown());

/** A relationship in API responses. @see docs/reference/relationships.md#the-relationship-object */
export const relationshipResource = z.object({
  id: z.guid(),
  from_id: z.guid(),
  to_id: z.guid(),
  relationship_type: z.enum(RELATIONSHIP_TYPES),
  direction_type: z.enum(DIRECTION_TYPES),
  inverse_type: z.enum(RELATIONSHIP_TYPES).nullable(),
  /** Id of the other relationship of an INVERSE_PAIRED pair. Null after that relationship was deleted. */
  inverse_relationship_id: z.guid().nullable(),
  strength: z.number(),
  confidence: z.number(),
  evidence: freeForm,
  traversal_properties: freeForm,
  metadata: freeForm,
  created_at: z.string(),
  updated_at: z.string(),
  /** False if one of the two memories is an inactive version. */
  is_active: z.boolean(),
  /** Start of the period in which the relationship is valid, inclusive. Null without a start. */
  valid_from: z.string().nullable(),
  /** End of the period in which the relationship is valid, exclusive. Null without an end. */
  valid_until: z.string().nullable(),
  /** Whether the relationship is valid now. */
  validity: z.enum(VALIDITIES),
});

export const relationshipPageResource = cursorPaginated(relationshipResource);

export const deletedResource = z.object({ id: z.guid(), deleted: z.literal(true) });

export const deletedBetweenResource = z.object({
  from_id: z.guid(),
  to_id: z.guid(),
  deleted: z.int(),
  deleted_ids: z.array(z.guid()),
});

export const bulkResource = z.object({
  created: z.array(relationshipResource),
  updated: z.array(relationshipResource),
  deleted: z.array(z.guid()),
  errors: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })),
});

/** Response of a traversal. @see docs/reference/relationships.md#traverse-the-graph */
export const traversalResource = z.object({
  paths: z.array(
    z.object({
      nodes: z.array(z.guid()),
      relationships: z.array(z.guid()),
      /**
       * Product of strength × confidence of all relationships on the path. Null if `include_scores` is false.
       */
      total_score: z.number().nullable(),
      path_metadata: z.object({
        depth: z.int(),
        start_node: z.guid(),
        direction: z.enum(['OUTBOUND', 'INBOUND', 'ANY']),
      }),
    }),
  ),
  /** State of each memory in `visited_chunks`, in the same order. */
  nodes: z.array(
    z.object({
      id: z.guid(),
      /** Version number. Null if neither an event nor the memory service has reported it yet. */
      version: z.int().nullable(),
      is_active: z.boolean(),
      /** Whether the memory is true now. */
      validity: z.enum(VALIDITIES),
    }),
  ),
  visited_chunks: z.array(z.guid()),
  max_depth_reached: z.int(),
  total_paths_found: z.int(),
  /** True if a limit ended the traversal, so that more paths may exist. */
  truncated: z.boolean(),
});

/** @param now time for which `validity` is determined */
export function toRelationshipResource(relationship: Relationship, now: Date) {
  return {
    id: relationship.id,
    from_id: relationship.fromId,
    to_id: relationship.toId,
    relationship_type: relationship.relationshipType,
    direction_type: relationship.directionType,
    inverse_type: relationship.inverseType,
    inverse_relationship_id: relationship.inverseRelationshipId,
    strength: relationship.strength,
    confidence: relationship.confidence,
    evidence: relationship.evidence,
    traversal_properties: relationship.traversalProperties,
    metadata: relationship.metadata,
    created_at: relationship.createdAt.toISOString(),
    updated_at: relationship.updatedAt.toISOString(),
    is_active: relationship.isActive,
    valid_from: relationship.validFrom?.toISOString() ?? null,
    valid_until: relationship.validUntil?.toISOString() ?? null,
    validity: validityOf(relationship, now),
  };
}

export function toTraversalResource(
  { paths, visitedIds, maxDepthReached, truncated, nodes }: TraversalWithNodes,
  { direction, withScores }: { direction: TraversalDirection; withScores: boolean },
) {
  return {
    paths: paths.map(({ nodeIds, edgeIds, score }) => ({
      nodes: nodeIds,
      relationships: edgeIds,
      total_score: withScores ? score : null,
      path_metadata: { depth: edgeIds.length, start_node: nodeIds[0]!, direction },
    })),
    nodes: nodes.map(({ isActive, ...node }) => ({ ...node, is_active: isActive })),
    visited_chunks: visitedIds,
    max_depth_reached: maxDepthReached,
    total_paths_found: paths.length,
    truncated,
  };
}
