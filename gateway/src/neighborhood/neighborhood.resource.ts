import {
  DIRECTION_TYPES,
  MEMORY_TYPES,
  RELATIONSHIP_TYPES,
  VALIDITIES,
  componentNames,
} from '@loci/contracts';
import type { RecordedMemoryResource } from '@loci/contracts';
import { firstCodePoints } from '@loci/core';
import { z } from 'zod';

/** Maximum number of characters of a content in the response. */
const MAX_CONTENT = 500;

const neighborhoodMemory = z
  .object({
    id: z.guid().describe('ID of the memory.'),
    content: z.string().describe('Content of the memory, at most its first 500 characters.'),
    is_shortened: z.boolean().describe('True if the memory has more text than `content`.'),
    memory_type: z.enum(MEMORY_TYPES).describe('Type of the memory.'),
    importance: z.number().describe('Importance of the memory, 0 to 1.'),
    tags: z.array(z.string()).describe('Tags in alphabetical order.'),
    created_at: z.string().describe('Time at which the memory was created.'),
    occurred_at: z.string().describe('Time of the event that the memory describes.'),
    version: z.int().describe('Version number, from 1.'),
    is_active: z.boolean().describe('False for an inactive version.'),
    validity: z.enum(VALIDITIES).describe('Whether the memory is true, at `as_of` if the request has it.'),
    relationship_count: z
      .int()
      .describe(
        'Number of relationships of the memory. With `as_of`, relationships beyond 200 do not count.',
      ),
  })
  .register(componentNames, { name: 'NeighborhoodMemory' });

const neighborhoodRelationship = z
  .object({
    id: z.guid().describe('ID of the relationship.'),
    from_id: z.guid().describe('ID of the source memory.'),
    to_id: z.guid().describe('ID of the target memory.'),
    relationship_type: z.enum(RELATIONSHIP_TYPES).describe('Type of the relationship.'),
    direction_type: z
      .enum(DIRECTION_TYPES)
      .describe('Whether the relationship applies in one direction, in both, or has an inverse type.'),
    strength: z.number().describe('Strength of the relationship, 0 to 1.'),
  })
  .register(componentNames, { name: 'NeighborhoodRelationship' });

/** Response body of `POST /api/v2/relationships/neighborhood`. */
export const neighborhoodResource = z
  .object({
    memories: z
      .array(neighborhoodMemory)
      .describe(
        'The memories of `memory_ids` in their order, followed by the memories that are related to them, strongest relationship first.',
      ),
    relationships: z
      .array(neighborhoodRelationship)
      .describe('Relationships between the returned and the known memories.'),
    truncated: z
      .boolean()
      .describe('True if a limit ended the search for memories or relationships, so that more may exist.'),
  })
  .register(componentNames, { name: 'Neighborhood' });

export function toNeighborhoodMemory(memory: RecordedMemoryResource, relationshipCount: number) {
  const { id, memory_type, importance, tags, created_at, occurred_at, version, is_active, validity } = memory;
  const content = firstCodePoints(memory.content, MAX_CONTENT);
  return {
    id,
    content,
    is_shortened: content.length < memory.content.length,
    memory_type,
    importance,
    tags,
    created_at,
    occurred_at,
    version,
    is_active,
    validity,
    relationship_count: relationshipCount,
  };
}
