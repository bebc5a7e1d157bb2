import { DIRECTION_TYPES, MAX_FILTER_VALUES, RELATIONSHIP_TYPES, freeFormObject } from '@loci/contracts';
import { isAppError } from '@loci/core';
import type { AppError } from '@loci/core';
import { unitInterval, cursorPageQuery, queryBoolean, uuid, validateEach } from '@loci/http';
import { z } from 'zod';
import { DEFAULT_CONFIDENCE, DEFAULT_STRENGTH } from './relationship.ts';
import type { NewRelationship, RelationshipChange } from './relationship.ts';

/** Maximum number of relationships in one bulk request. */
const MAX_BULK = 1_000;
const MAX_TRAVERSE_DEPTH = 10;

export const createRelationshipBody = z
  .object({
    from_id: uuid,
    to_id: uuid,
    relationship_type: z.enum(RELATIONSHIP_TYPES),
    direction_type: z.enum(DIRECTION_TYPES).default('DIRECTED'),
    /** Type of the inverse relationship. Required for INVERSE_PAIRED, ignored otherwise. */
    inverse_type: z.enum(RELATIONSHIP_TYPES).nullish(),
    strength: unitInterval.default(DEFAULT_STRENGTH),
    confidence: unitInterval.default(DEFAULT_CONFIDENCE),
    evidence: freeFormObject('evidence').default({}),
    traversal_properties: freeFormObject('traversal_properties').default({}),
    metadata: freeFormObject('metadata').default({}),
  })
  .superRefine((body, context) => {
    if (body.from_id === body.to_id) {
      context.addIssue({
        code: 'custom',
        path: ['to_id'],
        message: 'A memory cannot have a relationship to itself.',
      });
    }
    if (body.direction_type === 'INVERSE_PAIRED' && body.inverse_type == null) {
      context.addIssue({
        code: 'custom',
        path: ['inverse_type'],
        message: 'Required if direction_type is INVERSE_PAIRED.',
        params: { code: 'VAL_FIELD_REQUIRED' },
      });
    }
  });

export const toNewRelationship = (body: z.output<typeof createRelationshipBody>): NewRelationship => ({
  fromId: body.from_id,
  toId: body.to_id,
  relationshipType: body.relationship_type,
  directionType: body.direction_type,
  inverseType: body.inverse_type ?? null,
  strength: body.strength,
  confidence: body.confidence,
  evidence: body.evidence,
  traversalProperties: body.traversal_properties,
  metadata: body.metadata,
});

/** Body of a bulk request. Elements are validated separately, so that the error lists each invalid one. */
export const bulkBody = z
  .array(z.unknown().meta(z.toJSONSchema(createRelationshipBody, { io: 'input' })))
  .min(1)
  .max(MAX_BULK);

export const toNewRelationships = (body: readonly unknown[]): (NewRelationship | AppError)[] =>
  validateEach(createRelationshipBody, body).map((element) =>
    isAppError(element) ? element : toNewRelationship(element),
  );

export const relationshipParams = z.object({ relationship_id: uuid });

export const listRelationshipsQuery = z.object({
  ...cursorPageQuery,
  from_id: uuid.optional(),
  to_id: uuid.optional(),
  memory_id: uuid.optional(),
  relationship_type: z.enum(RELATIONSHIP_TYPES).optional(),
  include_inactive: queryBoolean.default(false),
});

export const updateRelationshipBody = z
  .object({
    strength: unitInterval.optional(),
    confidence: unitInterval.optional(),
    evidence: freeFormObject('evidence').optional(),
  })
  .refine(
    ({ strength, confidence, evidence }) =>
      strength !== undefined || confidence !== undefined || evidence !== undefined,
    { message: 'At least one of strength, confidence and evidence is required.' },
  );

export const toRelationshipChange = (body: z.output<typeof updateRelationshipBody>): RelationshipChange => ({
  ...(body.strength === undefined ? {} : { strength: body.strength }),
  ...(body.confidence === undefined ? {} : { confidence: body.confidence }),
  ...(body.evidence === undefined ? {} : { evidence: body.evidence }),
});

export const betweenQuery = z.object({ from_id: uuid, to_id: uuid });

export const traverseBody = z.object({
  start_memory_id: uuid,
  max_depth: z.int().min(1).max(MAX_TRAVERSE_DEPTH).default(3),
  direction: z.enum(['OUTBOUND', 'INBOUND', 'ANY']).default('ANY'),
  /** Relationship types that are followed. Null or an empty list means all types. */
  relationship_types: z.array(z.enum(RELATIONSHIP_TYPES)).max(MAX_FILTER_VALUES).nullish(),
  include_scores: z.boolean().default(true),
  include_inactive: z.boolean().default(false),
});
