import {
  MAX_TAGS,
  MAX_TTL_SECONDS,
  MAX_USER_ID_LENGTH,
  MEMORY_TYPES,
  SOURCE_TYPES,
  freeFormObject,
  memoryContent,
  tagListInput,
  tagsInput,
  normalizeTagsWithWarnings,
} from '@loci/contracts';
import { isAppError } from '@loci/core';
import type { AppError } from '@loci/core';
import { orError } from './or-error.ts';
import {
  endTimestamp,
  unitInterval,
  cursorPageQuery,
  queryBoolean,
  queryInclude,
  queryNumber,
  startTimestamp,
  uuid,
  validateEach,
  validityTimestamp,
} from '@loci/http';
import { z } from 'zod';
import { timeTravelQuery } from '@loci/service-hosting';
import type { Included } from '../time/validity-conditions.ts';
import { toExpiresAt } from './expiry.ts';
import type { MemoryChange, NewMemory } from './memory.ts';

export const metadata = freeFormObject('metadata');

/** Normalizes tags. Tags that are empty or too long after normalization cause a warning instead of an error. */
export const tags = tagsInput
  .transform(normalizeTagsWithWarnings)
  .refine((list) => list.tags.length <= MAX_TAGS, {
    message: `A memory can have at most ${MAX_TAGS} tags.`,
  });

export const memoryParams = z.object({ memory_id: uuid });

/**
 * Query of `GET /api/v2/memories/{memory_id}`. Relationships of inactive versions are returned only if
 * `include_inactive` is true.
 */
export const getMemoryQuery = z.object({ include_inactive: queryBoolean.default(false), ...timeTravelQuery });

/** Query of `DELETE /api/v2/memories/{memory_id}`. True for `erase` deletes the revisions as well. */
export const deleteMemoryQuery = z.object({ erase: queryBoolean.default(false) });

/** Time of the event that a memory describes. A date without a time is the start of the day in UTC. */
export const occurredAt = startTimestamp.nullish();

/** Fields that set the time from which no operation returns a memory. A request has at most one of them. */
export const expiryFields = {
  expires_at: validityTimestamp.nullish(),
  ttl_seconds: z.int().min(1).max(MAX_TTL_SECONDS).optional(),
};

export const createMemoryBody = z.object({
  content: memoryContent,
  memory_type: z.enum(MEMORY_TYPES).default('fact'),
  importance: unitInterval.default(0.5),
  confidence: unitInterval.default(0.8),
  source_type: z.enum(SOURCE_TYPES).default('direct_input'),
  metadata: metadata.default({}),
  tags: tags.prefault([]),
  occurred_at: occurredAt,
  valid_from: validityTimestamp.nullish(),
  valid_until: validityTimestamp.nullish(),
  ...expiryFields,
  /** Whether retention defaults do not apply to the memory. */
  pinned: z.boolean().default(false),
});

/** Body of `POST /api/v2/memories`. */
export const createMemoryRequest = createMemoryBody.extend({
  /** Whether to return existing memories that say nearly the same, or the opposite. */
  check_similar: z.boolean().default(false),
});

/**
 * @param now time from which `ttl_seconds` counts
 * @throws VAL_* for an invalid expiry
 */
export const toNewMemory = (body: z.output<typeof createMemoryBody>, now: Date): NewMemory => ({
  content: body.content,
  memoryType: body.memory_type,
  importance: body.importance,
  confidence: body.confidence,
  sourceType: body.source_type,
  metadata: body.metadata,
  tags: body.tags.tags,
  occurredAt: body.occurred_at ?? undefined,
  validFrom: body.valid_from,
  validUntil: body.valid_until,
  expiresAt: toExpiresAt(body, now),
  pinned: body.pinned,
});

/** Maximum number of memories in one bulk request. */
const MAX_BULK = 1_000;

/** Body of a bulk request. Elements are validated separately, so that each invalid one has its own error. */
export const bulkMemoriesBody = z.object({
  memories: z
    .array(z.unknown().meta(z.toJSONSchema(createMemoryBody, { io: 'input' })))
    .min(1)
    .max(MAX_BULK),
  /** True if one invalid element must prevent the creation of all memories. */
  atomic: z.boolean().default(false),
});

/** Validates the elements of a bulk request. */
export function toNewMemories(
  elements: readonly unknown[],
  now: Date,
): {
  /** The valid memory or the error of each element, in order. */
  inputs: (NewMemory | AppError)[];
  /** Warnings about the tags of each element, in order. Empty for an invalid element. */
  tagWarnings: string[][];
} {
  const bodies = validateEach(createMemoryBody, elements);
  return {
    inputs: bodies.map((body) => (isAppError(body) ? body : orError(() => toNewMemory(body, now)))),
    tagWarnings: bodies.map((body) => (isAppError(body) ? [] : body.tags.warnings)),
  };
}

export const updateMemoryBody = z.object({
  content: memoryContent.optional(),
  memory_type: z.enum(MEMORY_TYPES).optional(),
  importance: unitInterval.optional(),
  confidence: unitInterval.optional(),
  metadata: metadata.nullish(),
  tags: tags.nullish(),
  occurred_at: occurredAt,
  valid_from: validityTimestamp.nullish(),
  valid_until: validityTimestamp.nullish(),
  ...expiryFields,
  /** True also removes the expiry that a retention default set. */
  pinned: z.boolean().optional(),
});

/**
 * Converts a request body to a change. Null means no change, like an absent field, except that it removes a bound of the
 * validity, and the expiry.
 *
 * @param now time from which `ttl_seconds` counts
 * @throws VAL_* for an invalid expiry
 */
export const toMemoryChange = (body: z.output<typeof updateMemoryBody>, now: Date): MemoryChange => ({
  content: body.content,
  memoryType: body.memory_type,
  importance: body.importance,
  confidence: body.confidence,
  metadata: body.metadata ?? undefined,
  tags: body.tags?.tags,
  occurredAt: body.occurred_at ?? undefined,
  validFrom: body.valid_from,
  validUntil: body.valid_until,
  expiresAt: toExpiresAt(body, now),
  pinned: body.pinned,
});

export const TIME_RANGES = ['today', 'yesterday', 'week', 'month', 'quarter', 'year'] as const;
export const SORTS = [
  'created_at',
  '-created_at',
  'occurred_at',
  '-occurred_at',
  'importance',
  '-importance',
  'updated_at',
  '-updated_at',
] as const;

export const listMemoriesQuery = z.object({
  ...cursorPageQuery,
  memory_type: z.enum(MEMORY_TYPES).optional(),
  user_id: z.string().max(MAX_USER_ID_LENGTH).optional(),
  importance_threshold: queryNumber(unitInterval).optional(),
  date_from: startTimestamp.optional(),
  date_to: endTimestamp.optional(),
  time_range: z.enum(TIME_RANGES).optional(),
  pinned: queryBoolean.optional(),
  /** Comma-separated tags. A memory matches if it has any of them. */
  tags: tagListInput.transform((list) => list.split(',')).optional(),
  sort: z.enum(SORTS).default('-created_at'),
  include: queryInclude.optional(),
  include_inactive: queryBoolean.default(false),
  ...timeTravelQuery,
});

/** Returns the states that a list includes. `include_inactive` equals `superseded` in `include`. */
export const toIncluded = (
  query: Pick<z.output<typeof listMemoriesQuery>, 'include' | 'include_inactive'>,
): Included =>
  new Set([...(query.include ?? []), ...(query.include_inactive ? (['superseded'] as const) : [])]);
