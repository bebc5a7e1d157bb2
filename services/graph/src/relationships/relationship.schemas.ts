import {
  componentNames,
  DIRECTION_TYPES,
  EMPTY_PERIOD,
  MAX_FILTER_VALUES,
  MAX_VALIDITY_TIME,
  MIN_VALIDITY_TIME,
  RELATIONSHIP_TYPES,
  freeFormObject,
  isEmptyPeriod,
} from '@loci/contracts';
import type { HiddenValidity } from '@loci/contracts';
import { isAppError } from '@loci/core';
import type { AppError } from '@loci/core';
import {
  bulkElement,
  cursorPageQuery,
  includeField,
  queryBoolean,
  queryInclude,
  startTimestamp,
  unitInterval,
  uuid,
  validateEach,
  validityTimestamp,
} from '@loci/http';
import { timeTravelQuery } from '@loci/service-hosting';
import { z } from 'zod';
import { DEFAULT_CONFIDENCE, DEFAULT_STRENGTH } from './relationship.ts';
import type { NewRelationship, RelationshipChange } from './relationship.ts';

/** Maximum number of relationships in one bulk request. */
const MAX_BULK = 1_000;
const MAX_TRAVERSE_DEPTH = 10;

export const createRelationshipBody = z
  .object({
    from_id: uuid.describe('ID of the source memory.'),
    to_id: uuid.describe('ID of the target memory.'),
    relationship_type: z.enum(RELATIONSHIP_TYPES).describe('Type of the relationship.'),
    direction_type: z
      .enum(DIRECTION_TYPES)
      .default('DIRECTED')
      .describe('Whether the relationship applies in one direction, in both, or has an inverse type.'),
    inverse_type: z
      .enum(RELATIONSHIP_TYPES)
      .nullish()
      .describe('Type of the inverse relationship. Required for INVERSE_PAIRED, ignored otherwise.'),
    strength: unitInterval.default(DEFAULT_STRENGTH).describe('Strength of the relationship, 0 to 1.'),
    confidence: unitInterval.default(DEFAULT_CONFIDENCE).describe('Confidence, 0 to 1.'),
    evidence: freeFormObject('evidence')
      .default({})
      .describe('Free-form object with the reasons for the relationship.'),
    traversal_properties: freeFormObject('traversal_properties')
      .default({})
      .describe('Free-form object with properties for traversals.'),
    metadata: freeFormObject('metadata').default({}).describe('Free-form object.'),
    valid_from: validityTimestamp
      .nullish()
      .describe('Start of the period in which the relationship is valid, inclusive. Null for no start.'),
    valid_until: validityTimestamp
      .nullish()
      .describe('End of the period in which the relationship is valid, exclusive. Null for no end.'),
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
    if (isEmptyPeriod({ validFrom: body.valid_from ?? null, validUntil: body.valid_until ?? null })) {
      context.addIssue({ code: 'custom', path: ['valid_until'], message: EMPTY_PERIOD });
    }
  })
  .register(componentNames, { name: 'NewRelationship' });

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
  validFrom: toStart(body.valid_from ?? null),
  validUntil: toEnd(body.valid_until ?? null),
});

/** The earliest possible start means no start. */
const toStart = (time: Date | null): Date | null => (time !== null && time > MIN_VALIDITY_TIME ? time : null);
/** The latest possible end means no end. */
const toEnd = (time: Date | null): Date | null => (time !== null && time < MAX_VALIDITY_TIME ? time : null);

/** Body of a bulk request. Elements are validated separately, so that the error lists each invalid one. */
export const bulkBody = z.array(bulkElement(createRelationshipBody)).min(1).max(MAX_BULK);

export const toNewRelationships = (body: readonly unknown[]): (NewRelationship | AppError)[] =>
  validateEach(createRelationshipBody, body).map((element) =>
    isAppError(element) ? element : toNewRelationship(element),
  );

export const relationshipParams = z.object({ relationship_id: uuid.describe('ID of the relationship.') });
export const getRelationshipQuery = z.object(timeTravelQuery);

export const SORTS = ['-created_at', '-strength'] as const;

export const listRelationshipsQuery = z.object({
  ...cursorPageQuery,
  from_id: uuid.optional().describe('ID of the source memory.'),
  to_id: uuid.optional().describe('ID of the target memory.'),
  memory_id: uuid.optional().describe('Only relationships with this source or target memory.'),
  relationship_type: z.enum(RELATIONSHIP_TYPES).optional().describe('Type of the relationship.'),
  sort: z
    .enum(SORTS)
    .default('-created_at')
    .describe(
      '`-created_at` for the newest first, or `-strength` for the strongest first, which requires `memory_id`, `from_id` or `to_id`.',
    ),
  include: queryInclude
    .optional()
    .describe(
      'Comma-separated list of `superseded`, `expired` and `future`: the list also contains relationships with these validities.',
    ),
  include_inactive: queryBoolean.default(false).describe('True equals `include=superseded`.'),
  ...timeTravelQuery,
});

/** Returns the validities that a read includes. `include_inactive` equals `superseded` in `include`. */
export const toIncluded = (request: {
  include?: readonly HiddenValidity[] | undefined;
  include_inactive: boolean;
}): ReadonlySet<HiddenValidity> =>
  new Set([...(request.include ?? []), ...(request.include_inactive ? (['superseded'] as const) : [])]);

export const updateRelationshipBody = z
  .object({
    strength: unitInterval.optional().describe('Strength of the relationship, 0 to 1.'),
    confidence: unitInterval.optional().describe('Confidence, 0 to 1.'),
    evidence: freeFormObject('evidence')
      .optional()
      .describe('Free-form object with the reasons for the relationship.'),
    valid_from: validityTimestamp
      .nullish()
      .describe('New start of the validity period. Null removes the start.'),
    valid_until: validityTimestamp
      .nullish()
      .describe('New end of the validity period. Null removes the end.'),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    message: 'At least one of strength, confidence, evidence, valid_from and valid_until is required.',
  });

export const toRelationshipChange = (body: z.output<typeof updateRelationshipBody>): RelationshipChange => ({
  ...(body.strength === undefined ? {} : { strength: body.strength }),
  ...(body.confidence === undefined ? {} : { confidence: body.confidence }),
  ...(body.evidence === undefined ? {} : { evidence: body.evidence }),
  ...(body.valid_from === undefined ? {} : { validFrom: toStart(body.valid_from) }),
  ...(body.valid_until === undefined ? {} : { validUntil: toEnd(body.valid_until) }),
});

export const betweenQuery = z.object({
  from_id: uuid.describe('ID of the source memory.'),
  to_id: uuid.describe('ID of the target memory.'),
});

export const traverseBody = z.object({
  start_memory_id: uuid.describe('ID of the memory at which the paths start.'),
  max_depth: z
    .int()
    .min(1)
    .max(MAX_TRAVERSE_DEPTH)
    .default(3)
    .describe('Maximum number of relationships in a path, 1 to 10.'),
  direction: z
    .enum(['OUTBOUND', 'INBOUND', 'ANY'])
    .default('ANY')
    .describe(
      '`OUTBOUND` follows relationships from source to target. `INBOUND` follows relationships from target to source. `ANY` follows relationships in both directions. `BIDIRECTIONAL` relationships are always followed in both directions.',
    ),
  relationship_types: z
    .array(z.enum(RELATIONSHIP_TYPES))
    .max(MAX_FILTER_VALUES)
    .nullish()
    .describe('Relationship types that are followed. Null or an empty list means all types.'),
  include_scores: z.boolean().default(true).describe('False sets `total_score` to null.'),
  include: includeField
    .nullish()
    .transform((include) => include ?? undefined)
    .describe(
      'Comma-separated list of `superseded`, `expired` and `future`: the list also contains relationships with these validities.',
    ),
  include_inactive: z.boolean().default(false).describe('True equals `include=superseded`.'),
  as_of: validityTimestamp
    .nullish()
    .transform((time) => time ?? undefined)
    .describe('Returns what was true at this time.'),
  known_at: startTimestamp
    .nullish()
    .transform((time) => time ?? undefined)
    .describe('Returns what Loci knew at this time.'),
});
