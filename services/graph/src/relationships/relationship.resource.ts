import { componentNames, DIRECTION_TYPES, RELATIONSHIP_TYPES, VALIDITIES, validityOf } from '@loci/contracts';
import { cursorPaginated } from '@loci/http';
import { z } from 'zod';
import type { TraversalDirection } from '../traversal/traversal.ts';
import type { Relationship } from './relationship.ts';
import type { TraversalWithNodes } from './traverse-graph.ts';

const freeForm = z.record(z.string(), z.unknown());

/** A relationship in API responses. @see docs/reference/relationships.md#the-relationship-object */
export const relationshipResource = z
  .object({
    id: z.guid().describe('ID of the relationship.'),
    from_id: z.guid().describe('ID of the source memory.'),
    to_id: z.guid().describe('ID of the target memory.'),
    relationship_type: z.enum(RELATIONSHIP_TYPES).describe('Type of the relationship.'),
    direction_type: z
      .enum(DIRECTION_TYPES)
      .describe('Whether the relationship applies in one direction, in both, or has an inverse type.'),
    inverse_type: z
      .enum(RELATIONSHIP_TYPES)
      .nullable()
      .describe(
        'Type of the relationship in the other direction. Required for `INVERSE_PAIRED`, otherwise ignored.',
      ),
    inverse_relationship_id: z
      .guid()
      .nullable()
      .describe(
        'Id of the other relationship of an INVERSE_PAIRED pair. Null after that relationship was deleted.',
      ),
    strength: z.number().describe('Strength of the relationship, 0 to 1.'),
    confidence: z.number().describe('Confidence, 0 to 1.'),
    evidence: freeForm.describe('Free-form object with the reasons for the relationship.'),
    traversal_properties: freeForm.describe('Free-form object with properties for traversals.'),
    metadata: freeForm.describe('Free-form object.'),
    created_at: z.string().describe('Creation time.'),
    updated_at: z.string().describe('Time of the last change.'),
    is_active: z.boolean().describe('False if one of the two memories is an inactive version.'),
    valid_from: z
      .string()
      .nullable()
      .describe('Start of the period in which the relationship is valid, inclusive. Null without a start.'),
    valid_until: z
      .string()
      .nullable()
      .describe('End of the period in which the relationship is valid, exclusive. Null without an end.'),
    validity: z.enum(VALIDITIES).describe('Whether the relationship is valid now.'),
  })
  .register(componentNames, { name: 'Relationship' });

export const relationshipPageResource = cursorPaginated(relationshipResource).register(componentNames, {
  name: 'RelationshipList',
});

export const deletedResource = z
  .object({
    id: z.guid().describe('ID of the relationship.'),
    deleted: z.literal(true).describe('True if the object was deleted.'),
  })
  .register(componentNames, { name: 'DeletedRelationship' });

export const deletedBetweenResource = z
  .object({
    from_id: z.guid().describe('ID of the source memory.'),
    to_id: z.guid().describe('ID of the target memory.'),
    deleted: z.int().describe('Number of deleted relationships.'),
    deleted_ids: z.array(z.guid()).describe('IDs of the deleted relationships, oldest first.'),
  })
  .register(componentNames, { name: 'DeletedRelationships' });

export const bulkResource = z
  .object({
    created: z
      .array(relationshipResource)
      .describe(
        'One relationship for each element, in the order of the request. For an `INVERSE_PAIRED` element, the array contains only the forward relationship of the pair.',
      ),
    updated: z.array(relationshipResource).describe('Always empty.'),
    deleted: z.array(z.guid()).describe('Always empty.'),
    errors: z
      .array(
        z.object({
          index: z.int().describe('Position of the element in the request, from 0.'),
          code: z.string().describe('Code of the error.'),
          message: z.string().describe('Message with the index of the first invalid element, from 0.'),
        }),
      )
      .describe('Always empty.'),
  })
  .register(componentNames, { name: 'BulkRelationships' });

/** Response of a traversal. @see docs/reference/relationships.md#traverse-the-graph */
export const traversalResource = z
  .object({
    paths: z
      .array(
        z.object({
          nodes: z
            .array(z.guid())
            .describe('IDs of the memories on the path, starting with `start_memory_id`.'),
          relationships: z
            .array(z.guid())
            .describe(
              'IDs of the relationships on the path. The first relationship connects the first two memories.',
            ),
          total_score: z
            .number()
            .nullable()
            .describe(
              'Product of strength × confidence of all relationships on the path. Null if `include_scores` is false.',
            ),
          path_metadata: z
            .object({
              depth: z
                .int()
                .describe('Number of relationships on the path, or between the memory and the start.'),
              start_node: z.guid().describe('ID of the memory at which the path starts.'),
              direction: z
                .enum(['OUTBOUND', 'INBOUND', 'ANY'])
                .describe(
                  '`OUTBOUND` follows relationships from source to target. `INBOUND` follows relationships from target to source. `ANY` follows relationships in both directions. `BIDIRECTIONAL` relationships are always followed in both directions.',
                ),
            })
            .describe(
              '`depth` (number of relationships on the path), `start_node` (`start_memory_id`) and `direction` (as in the request).',
            ),
        }),
      )
      .describe('Paths as in a traversal, sorted by length (shortest first), then by score (highest first).'),
    nodes: z
      .array(
        z.object({
          id: z.guid().describe('ID of the memory.'),
          version: z
            .int()
            .nullable()
            .describe('Version number. Null if neither an event nor the memory service has reported it yet.'),
          is_active: z
            .boolean()
            .describe('False if the memory, or a memory of the relationship, is an inactive version.'),
          validity: z.enum(VALIDITIES).describe('Whether the memory is true now.'),
        }),
      )
      .describe('State of each memory in `visited_chunks`, in the same order.'),
    visited_chunks: z.array(z.guid()).describe('IDs of the start memory and of every memory on the paths.'),
    max_depth_reached: z
      .int()
      .describe('Number of relationships on the longest returned path; 0 if no path was found.'),
    total_paths_found: z.int().describe('Number of returned paths.'),
    truncated: z.boolean().describe('True if a limit ended the traversal, so that more paths may exist.'),
  })
  .register(componentNames, { name: 'Traversal' });

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
