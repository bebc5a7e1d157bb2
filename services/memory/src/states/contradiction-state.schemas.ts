import {
  CONTRADICTION_TYPES,
  MAX_USER_ID_LENGTH,
  RESOLUTIONS,
  RESOLUTION_STATUSES,
  componentNames,
} from '@loci/contracts';
import { continuation, startTimestamp, unitInterval, uuid } from '@loci/http';
import { MAX_RESTORED_STATES } from '@loci/service-hosting';
import { z } from 'zod';
import type { Contradiction } from '../contradictions/contradiction.ts';
import { reason } from '../evolution/evolution.schemas.ts';
import { metadata } from '../memories/memory.schemas.ts';

const userId = z.string().min(1).max(MAX_USER_ID_LENGTH);

/** A contradiction as the list returns it, and as a restore accepts it. */
const contradictionBody = z
  .object({
    id: uuid.describe('ID of the contradiction. A restored contradiction keeps it.'),
    revision: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .describe('Number of the state, from 1. A resolution increments it.'),
    source_memory_id: uuid.describe('ID of the first memory.'),
    target_memory_id: uuid.describe('ID of the second memory.'),
    contradiction_type: z.enum(CONTRADICTION_TYPES).describe('Kind of the contradiction.'),
    resolution_status: z.enum(RESOLUTION_STATUSES).describe('State of the contradiction.'),
    confidence: unitInterval.describe('Confidence, 0 to 1.'),
    metadata: metadata.describe('Free-form object.'),
    detected_at: startTimestamp.describe('Time of the report.'),
    detected_by: userId.describe('ID of the user who reported it, or `system`.'),
    relationship_id: uuid.describe('ID of the `contradicts` relationship, which can have been deleted.'),
    resolution: z.enum(RESOLUTIONS).nullable().describe('Decision; null if it is unresolved.'),
    reason: reason.unwrap().describe('Reason of the decision; null without a reason.'),
    resolved_at: startTimestamp.nullable().describe('Time of the decision; null if it is unresolved.'),
    resolved_by: userId.nullable().describe('ID of the user who decided; null if it is unresolved.'),
    new_memory_id: uuid
      .nullable()
      .describe('ID of the merged memory of the decision `create_new`; otherwise null.'),
  })
  .register(componentNames, { name: 'ContradictionState' });

type ContradictionBody = z.output<typeof contradictionBody>;

/** Rules between the fields, with the field that the error names. */
const RULES: readonly (readonly [
  field: keyof ContradictionBody,
  message: string,
  holds: (body: ContradictionBody) => boolean,
])[] = [
  [
    'target_memory_id',
    'A memory cannot contradict itself.',
    (body) => body.source_memory_id !== body.target_memory_id,
  ],
  ...(['resolution', 'resolved_at', 'resolved_by'] as const).map(
    (field) =>
      [
        field,
        'Must be null if resolution_status is unresolved, and not null otherwise.',
        (body: ContradictionBody) => (body[field] === null) === (body.resolution_status === 'unresolved'),
      ] as const,
  ),
  [
    'resolution',
    'Must be keep_both if resolution_status is accepted, and another value otherwise.',
    (body) => (body.resolution === 'keep_both') === (body.resolution_status === 'accepted'),
  ],
  [
    'new_memory_id',
    'Must be the ID of a memory if resolution is create_new, and null otherwise.',
    (body) => (body.new_memory_id !== null) === (body.resolution === 'create_new'),
  ],
  [
    'reason',
    'Must be null if resolution_status is unresolved.',
    (body) => body.reason === null || body.resolution_status !== 'unresolved',
  ],
];

const restorableContradiction = contradictionBody.superRefine((body, context) => {
  // An invalid field would also break the rules that compare it, and the error would then not name its own cause.
  if (context.issues.length > 0) return;
  for (const [field, message, holds] of RULES)
    if (!holds(body)) context.addIssue({ code: 'custom', path: [field], message });
});

/** Body of a restore. An invalid contradiction rejects the request, because it is not from an export. */
export const restoreContradictionsBody = z.object({
  states: z
    .array(restorableContradiction)
    .min(1)
    .max(MAX_RESTORED_STATES)
    .describe('Contradictions to restore. Their memories must exist.'),
});

export const contradictionStatesResource = z
  .object({
    states: z
      .array(
        contradictionBody.extend({
          detected_at: z.string().describe(contradictionBody.shape.detected_at.description!),
          resolved_at: z.string().nullable().describe(contradictionBody.shape.resolved_at.description!),
        }),
      )
      .describe('Contradictions by ID.'),
    ...continuation,
  })
  .register(componentNames, { name: 'ContradictionStateList' });

/** Converts a valid element of a restore to a contradiction of the tenant. */
export const toContradictionState = (tenantId: string, body: ContradictionBody): Contradiction => ({
  tenantId,
  id: body.id,
  revision: body.revision,
  sourceMemoryId: body.source_memory_id,
  targetMemoryId: body.target_memory_id,
  contradictionType: body.contradiction_type,
  resolutionStatus: body.resolution_status,
  confidence: body.confidence,
  metadata: body.metadata,
  detectedAt: body.detected_at,
  detectedBy: body.detected_by,
  relationshipId: body.relationship_id,
  resolution: body.resolution,
  reason: body.reason,
  resolvedAt: body.resolved_at,
  resolvedBy: body.resolved_by,
  newMemoryId: body.new_memory_id,
});

export const toContradictionStateResource = (contradiction: Contradiction) => ({
  id: contradiction.id,
  revision: contradiction.revision,
  source_memory_id: contradiction.sourceMemoryId,
  target_memory_id: contradiction.targetMemoryId,
  contradiction_type: contradiction.contradictionType,
  resolution_status: contradiction.resolutionStatus,
  confidence: contradiction.confidence,
  metadata: contradiction.metadata,
  detected_at: contradiction.detectedAt.toISOString(),
  detected_by: contradiction.detectedBy,
  relationship_id: contradiction.relationshipId,
  resolution: contradiction.resolution,
  reason: contradiction.reason,
  resolved_at: contradiction.resolvedAt?.toISOString() ?? null,
  resolved_by: contradiction.resolvedBy,
  new_memory_id: contradiction.newMemoryId,
});
