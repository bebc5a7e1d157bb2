import {
  DIRECTION_TYPES,
  EMPTY_PERIOD,
  MAX_FREE_FORM_BYTES,
  MAX_OBJECT_ENTRIES,
  MAX_USER_ID_LENGTH,
  RELATIONSHIP_TYPES,
  componentNames,
  freeFormObject,
  isEmptyPeriod,
} from '@loci/contracts';
import { continuation, startTimestamp, unitInterval, uuid, validityTimestamp } from '@loci/http';
import { MAX_RESTORED_STATES } from '@loci/service-hosting';
import { z } from 'zod';
import type { Revision } from '../revisions/revision.repository.ts';

/** Kinds of operations that create relationships. */
const ORIGINS = ['user', 'evolution', 'contradiction'] as const;

const userId = z.string().min(1).max(MAX_USER_ID_LENGTH);

/** A state as the list returns it, and as a restore accepts it. */
const stateBody = z
  .object({
    id: uuid.describe('ID of the relationship. A restored relationship keeps it.'),
    revision: z.int().min(1).max(2_147_483_647).describe('Number of the state, from 1.'),
    recorded_until: startTimestamp
      .nullable()
      .describe('Time at which the next state replaced this one; null for the current state.'),
    recorded_by: userId.describe('ID of the user who stored the state, or `system`.'),
    created_by: userId.describe('ID of the user who created the relationship, or `system`.'),
    from_id: uuid.describe('ID of the source memory.'),
    to_id: uuid.describe('ID of the target memory.'),
    relationship_type: z.enum(RELATIONSHIP_TYPES).describe('Type of the relationship.'),
    direction_type: z
      .enum(DIRECTION_TYPES)
      .describe('Whether the relationship applies in one direction, in both, or has an inverse type.'),
    inverse_type: z
      .enum(RELATIONSHIP_TYPES)
      .nullable()
      .describe('Type of the other relationship of an `INVERSE_PAIRED` pair; otherwise null.'),
    inverse_relationship_id: uuid
      .nullable()
      .describe('ID of the other relationship of an `INVERSE_PAIRED` pair; otherwise null.'),
    strength: unitInterval.describe('Strength of the relationship, 0 to 1.'),
    confidence: unitInterval.describe('Confidence, 0 to 1.'),
    evidence: freeFormObject('evidence').describe('Free-form object with the reasons for the relationship.'),
    traversal_properties: freeFormObject('traversal_properties').describe(
      'Free-form object with properties for traversals.',
    ),
    // A copy for the next version of a memory has one more entry than a request allows.
    metadata: freeFormObject('metadata', {
      maxBytes: MAX_FREE_FORM_BYTES + 1_024,
      maxEntries: MAX_OBJECT_ENTRIES + 1,
    }).describe('Free-form object.'),
    origin: z
      .enum(ORIGINS)
      .describe('Operation that created the relationship: a request, an evolution or a contradiction.'),
    is_active: z.boolean().describe('False if one of the two memories is an inactive version.'),
    created_at: startTimestamp.describe('Time at which the relationship was created.'),
    updated_at: startTimestamp.describe('Time at which the state was stored.'),
    valid_from: validityTimestamp
      .nullable()
      .describe('Start of the period in which the relationship is valid; null without a start.'),
    valid_until: validityTimestamp
      .nullable()
      .describe('End of the period in which the relationship is valid; null without an end.'),
  })
  .register(componentNames, { name: 'RelationshipState' });

type StateBody = z.output<typeof stateBody>;

/** Rules between the fields of a state, with the field that the error names. */
const RULES: readonly (readonly [
  field: keyof StateBody,
  message: string,
  holds: (state: StateBody) => boolean,
])[] = [
  ['to_id', 'A memory cannot have a relationship to itself.', (state) => state.from_id !== state.to_id],
  ['updated_at', 'Must not be before created_at.', (state) => state.created_at <= state.updated_at],
  [
    'recorded_until',
    'Must not be before updated_at.',
    (state) => state.recorded_until === null || state.updated_at <= state.recorded_until,
  ],
  ...(['inverse_type', 'inverse_relationship_id'] as const).map(
    (field) =>
      [
        field,
        'Must not be null if direction_type is INVERSE_PAIRED, and null otherwise.',
        (state: StateBody) => (state[field] !== null) === (state.direction_type === 'INVERSE_PAIRED'),
      ] as const,
  ),
  [
    'inverse_relationship_id',
    'Must be the ID of another relationship.',
    (state) => state.inverse_relationship_id !== state.id,
  ],
  [
    'valid_until',
    EMPTY_PERIOD,
    (state) => !isEmptyPeriod({ validFrom: state.valid_from, validUntil: state.valid_until }),
  ],
];

const restorableState = stateBody.superRefine((state, context) => {
  // An invalid field would also break the rules that compare it, and the error would then not name its own cause.
  if (context.issues.length > 0) return;
  for (const [field, message, holds] of RULES)
    if (!holds(state)) context.addIssue({ code: 'custom', path: [field], message });
});

/** Body of a restore. An invalid state rejects the request, because it is not from an export. */
export const restoreStatesBody = z.object({
  states: z
    .array(restorableState)
    .min(1)
    .max(MAX_RESTORED_STATES)
    .describe('States to restore. The current state of a relationship comes before its replaced states.'),
});

export const relationshipStatesResource = z
  .object({
    states: z
      .array(
        stateBody.extend({
          recorded_until: z.string().nullable().describe(stateBody.shape.recorded_until.description!),
          created_at: z.string().describe(stateBody.shape.created_at.description!),
          updated_at: z.string().describe(stateBody.shape.updated_at.description!),
          valid_from: z.string().nullable().describe(stateBody.shape.valid_from.description!),
          valid_until: z.string().nullable().describe(stateBody.shape.valid_until.description!),
        }),
      )
      .describe(
        'States by ID of their relationship. The current state comes first, then the replaced ones, newest first.',
      ),
    ...continuation,
  })
  .register(componentNames, { name: 'RelationshipStateList' });

/** Converts a valid element of a restore to a state of the tenant. */
export const toRelationshipState = (tenantId: string, body: StateBody): Revision => ({
  relationship: {
    tenantId,
    id: body.id,
    revision: body.revision,
    fromId: body.from_id,
    toId: body.to_id,
    relationshipType: body.relationship_type,
    directionType: body.direction_type,
    inverseType: body.inverse_type,
    inverseRelationshipId: body.inverse_relationship_id,
    strength: body.strength,
    confidence: body.confidence,
    evidence: body.evidence,
    traversalProperties: body.traversal_properties,
    metadata: body.metadata,
    origin: body.origin,
    isActive: body.is_active,
    createdBy: body.created_by,
    createdAt: body.created_at,
    updatedAt: body.updated_at,
    validFrom: body.valid_from,
    validUntil: body.valid_until,
  },
  recordedBy: body.recorded_by,
  recordedUntil: body.recorded_until,
});

export const toStateResource = ({ relationship, recordedBy, recordedUntil }: Revision) => ({
  id: relationship.id,
  revision: relationship.revision,
  recorded_until: recordedUntil?.toISOString() ?? null,
  recorded_by: recordedBy,
  created_by: relationship.createdBy,
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
  origin: relationship.origin,
  is_active: relationship.isActive,
  created_at: relationship.createdAt.toISOString(),
  updated_at: relationship.updatedAt.toISOString(),
  valid_from: relationship.validFrom?.toISOString() ?? null,
  valid_until: relationship.validUntil?.toISOString() ?? null,
});
