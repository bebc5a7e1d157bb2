import {
  LIFECYCLE_STATES,
  MAX_TAGS,
  MAX_USER_ID_LENGTH,
  MAX_VALIDITY_TIME,
  MEMORY_TYPES,
  MIN_VALIDITY_TIME,
  SOURCE_TYPES,
  componentNames,
  memoryContent,
} from '@loci/contracts';
import { continuation, startTimestamp, unitInterval, uuid, validityTimestamp } from '@loci/http';
import { MAX_RESTORED_STATES } from '@loci/service-hosting';
import { z } from 'zod';
import { INITIAL_SURPRISE_SCORE } from '../memories/memory.ts';
import { metadata } from '../memories/memory.schemas.ts';
import type { MemoryState } from './memory-state.ts';

const userId = z.string().min(1).max(MAX_USER_ID_LENGTH);
const count = z.int().min(0).max(2_147_483_647);
const number = z.int().min(1).max(2_147_483_647);

/** A state as the list returns it, and as a restore accepts it. */
const stateBody = z
  .object({
    id: uuid.describe('ID of the memory. A restored memory keeps it.'),
    revision: number.describe('Number of the state, from 1.'),
    recorded_until: startTimestamp
      .nullable()
      .describe('Time at which the next state replaced this one; null for the current state.'),
    recorded_by: userId.describe('ID of the user who stored the state, or `system`.'),
    user_id: userId.describe('ID of the user who created the memory.'),
    content: memoryContent.describe('Content, 1 to 10,000 characters.'),
    content_revision: number.describe('Number of changes of the content, from 1.'),
    memory_type: z.enum(MEMORY_TYPES).describe('Type of the memory.'),
    importance: unitInterval.describe('Importance, 0 to 1.'),
    confidence: unitInterval.describe('Confidence, 0 to 1.'),
    source_type: z.enum(SOURCE_TYPES).describe('Source of the memory.'),
    metadata: metadata.describe('Free-form object.'),
    tags: z
      .array(
        z
          .string()
          .max(100)
          .regex(/^[a-z0-9-]{1,100}$/, 'Must be a normalized tag.'),
      )
      .max(MAX_TAGS)
      .refine((tags) => new Set(tags).size === tags.length, { message: 'Must not contain a tag twice.' })
      .describe('Normalized tags, at most 10.'),
    conversation_id: z.string().min(1).max(200).nullable().describe('ID of the conversation.'),
    lifecycle_state: z.enum(LIFECYCLE_STATES).describe('State of the version.'),
    version: number.describe('Number of the version, from 1.'),
    chain_id: uuid.describe('ID of the first version.'),
    superseded_by: uuid.nullable().describe('ID of the memory that replaced this version.'),
    created_at: startTimestamp.describe('Time at which the memory was created.'),
    updated_at: startTimestamp.describe('Time at which the state was stored.'),
    occurred_at: startTimestamp.describe('Time of the event that the memory describes.'),
    valid_from: validityTimestamp
      .nullable()
      .describe('Stored start of the validity; null for the default of the version.'),
    valid_until: validityTimestamp
      .nullable()
      .describe('Stored end of the validity; null for the default of the version.'),
    expires_at: validityTimestamp.nullable().describe('Time from which the memory is gone.'),
    expires_by_default: z.boolean().describe('Whether a retention default set `expires_at`.'),
    pinned: z.boolean().describe('Whether retention defaults do not apply.'),
    access_count: count.describe('Number of accesses; 0 in a replaced state.'),
    last_accessed: startTimestamp.nullable().describe('Time of the last access; null in a replaced state.'),
  })
  .register(componentNames, { name: 'MemoryState' });

type StateBody = z.output<typeof stateBody>;

/** Rules between the fields of a state, with the field that the error names. */
const RULES: readonly [field: keyof StateBody, message: string, holds: (state: StateBody) => boolean][] = [
  ['updated_at', 'Must not be before created_at.', (state) => state.created_at <= state.updated_at],
  [
    'recorded_until',
    'Must not be before updated_at.',
    (state) => state.recorded_until === null || state.updated_at <= state.recorded_until,
  ],
  ['content_revision', 'Must not exceed revision.', (state) => state.content_revision <= state.revision],
  [
    'chain_id',
    'Must be the ID of the memory if version is 1, and another ID otherwise.',
    (state) => (state.version === 1) === (state.chain_id === state.id),
  ],
  [
    'superseded_by',
    'Must be null if lifecycle_state is active.',
    (state) => state.superseded_by === null || state.lifecycle_state !== 'active',
  ],
  [
    'valid_until',
    'Must not be before valid_from.',
    (state) => (state.valid_from ?? MIN_VALIDITY_TIME) <= (state.valid_until ?? MAX_VALIDITY_TIME),
  ],
];

const restorableState = stateBody.superRefine((state, context) => {
  // An invalid field would also break the rules that compare it, and the error would then not name its own cause.
  if (context.issues.length > 0) return;
  for (const [field, message, holds] of RULES)
    if (!holds(state)) context.addIssue({ code: 'custom', path: [field], message });
});

/** Body of `POST /api/v2/memory-states/restore`. An invalid state rejects the request, because it is not from an export. */
export const restoreStatesBody = z.object({
  states: z
    .array(restorableState)
    .min(1)
    .max(MAX_RESTORED_STATES)
    .describe('States to restore. The current state of a memory comes before its replaced states.'),
});

export const memoryStatesResource = z
  .object({
    states: z
      .array(
        stateBody.extend({
          recorded_until: z.string().nullable().describe(stateBody.shape.recorded_until.description!),
          created_at: z.string().describe(stateBody.shape.created_at.description!),
          updated_at: z.string().describe(stateBody.shape.updated_at.description!),
          occurred_at: z.string().describe(stateBody.shape.occurred_at.description!),
          valid_from: z.string().nullable().describe(stateBody.shape.valid_from.description!),
          valid_until: z.string().nullable().describe(stateBody.shape.valid_until.description!),
          expires_at: z.string().nullable().describe(stateBody.shape.expires_at.description!),
          last_accessed: z.string().nullable().describe(stateBody.shape.last_accessed.description!),
        }),
      )
      .describe(
        'States by ID of their memory. The current state comes first, then the replaced ones, newest first.',
      ),
    ...continuation,
  })
  .register(componentNames, { name: 'MemoryStateList' });

/** Converts a valid element of a restore to a state of the tenant. */
export const toMemoryState = (tenantId: string, body: StateBody): MemoryState => ({
  memory: {
    tenantId,
    id: body.id,
    revision: body.revision,
    content: body.content,
    contentRevision: body.content_revision,
    memoryType: body.memory_type,
    importance: body.importance,
    confidence: body.confidence,
    sourceType: body.source_type,
    userId: body.user_id,
    metadata: body.metadata,
    tags: body.tags.toSorted(),
    lifecycleState: body.lifecycle_state,
    version: body.version,
    isActive: body.lifecycle_state === 'active',
    chainId: body.chain_id,
    supersededBy: body.superseded_by,
    conversationId: body.conversation_id,
    createdAt: body.created_at,
    occurredAt: body.occurred_at,
    updatedAt: body.updated_at,
    validFrom: body.valid_from,
    validUntil: body.valid_until,
    expiresAt: body.expires_at,
    expiresByDefault: body.expires_by_default,
    pinned: body.pinned,
    embeddingStatus: 'pending',
    surpriseScore: INITIAL_SURPRISE_SCORE,
    accessCount: body.access_count,
    lastAccessed: body.last_accessed,
  },
  recordedBy: body.recorded_by,
  recordedUntil: body.recorded_until,
});

export const toStateResource = ({ memory, recordedBy, recordedUntil }: MemoryState) => ({
  id: memory.id,
  revision: memory.revision,
  recorded_until: recordedUntil?.toISOString() ?? null,
  recorded_by: recordedBy,
  user_id: memory.userId,
  content: memory.content,
  content_revision: memory.contentRevision,
  memory_type: memory.memoryType,
  importance: memory.importance,
  confidence: memory.confidence,
  source_type: memory.sourceType,
  metadata: memory.metadata,
  tags: memory.tags,
  conversation_id: memory.conversationId,
  lifecycle_state: memory.lifecycleState,
  version: memory.version,
  chain_id: memory.chainId,
  superseded_by: memory.supersededBy,
  created_at: memory.createdAt.toISOString(),
  updated_at: memory.updatedAt.toISOString(),
  occurred_at: memory.occurredAt.toISOString(),
  valid_from: memory.validFrom?.toISOString() ?? null,
  valid_until: memory.validUntil?.toISOString() ?? null,
  expires_at: memory.expiresAt?.toISOString() ?? null,
  expires_by_default: memory.expiresByDefault,
  pinned: memory.pinned,
  access_count: memory.accessCount,
  last_accessed: memory.lastAccessed?.toISOString() ?? null,
});
