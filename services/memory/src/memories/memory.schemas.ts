import {
  componentNames,
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
  bulkElement,
  unitInterval,
  cursorPageQuery,
  queryBoolean,
  queryEnumList,
  queryInclude,
  queryNumber,
  requireEqualAliases,
  startTimestamp,
  uuid,
  validateEach,
  validityTimestamp,
} from '@loci/http';
import { z } from 'zod';
import { timeTravelQuery } from '@loci/service-hosting';
import type { Included } from '../time/validity-conditions.ts';
import { toExpiresAt } from './expiry.ts';
import { MAX_CONVERSATION_ID_LENGTH } from './memory.ts';
import type { MemoryChange, NewMemory } from './memory.ts';
import type { MemoryUpdate } from './update-memories.ts';

export const metadata = freeFormObject('metadata');

/** Normalizes tags. Tags that are empty or too long after normalization cause a warning instead of an error. */
export const tags = tagsInput
  .transform(normalizeTagsWithWarnings)
  .refine((list) => list.tags.length <= MAX_TAGS, {
    message: `A memory can have at most ${MAX_TAGS} tags.`,
  });

export const memoryParams = z.object({ memory_id: uuid.describe('ID of the memory.') });

/**
 * Query of `GET /api/v2/memories/{memory_id}`. Relationships of inactive versions are returned only if
 * `include_inactive` is true.
 */
export const getMemoryQuery = z.object({
  include_inactive: queryBoolean
    .default(false)
    .describe('True adds inactive relationships to `relationships`.'),
  ...timeTravelQuery,
});

/** Query of `DELETE /api/v2/memories/{memory_id}`. True for `erase` deletes the revisions as well. */
export const deleteMemoryQuery = z.object({
  erase: queryBoolean
    .default(false)
    .describe('True deletes the revisions at once, also those of a memory that was deleted earlier.'),
});

/** Time of the event that a memory describes. A date without a time is the start of the day in UTC. */
export const occurredAt = startTimestamp.nullish();

/** Fields that set the time from which no operation returns a memory. A request has at most one of them. */
export const expiryFields = {
  expires_at: validityTimestamp
    .nullish()
    .describe('Future time from which the memory is gone. Null: the memory does not expire.'),
  ttl_seconds: z
    .int()
    .min(1)
    .max(MAX_TTL_SECONDS)
    .optional()
    .describe(
      'Seconds from the request until the memory expires, 1 to 315,360,000 (10 years), instead of `expires_at`.',
    ),
};

export const createMemoryBody = z
  .object({
    content: memoryContent.describe('Content of the memory, 1 to 10,000 characters, not only whitespace.'),
    memory_type: z.enum(MEMORY_TYPES).default('fact').describe('Type of the memory.'),
    importance: unitInterval.default(0.5).describe('Importance of the memory, 0 to 1.'),
    confidence: unitInterval.default(0.8).describe('Confidence in the memory, 0 to 1.'),
    source_type: z.enum(SOURCE_TYPES).default('direct_input').describe('Source of the memory.'),
    metadata: metadata
      .default({})
      .describe('Free-form object. Loci interprets only `conversation_id` and, for checkpoints, `name`.'),
    tags: tags
      .prefault([])
      .describe(
        'At most 10 tags after normalization. Loci skips invalid tags and names skipped and changed tags in `meta.warnings`.',
      ),
    occurred_at: occurredAt.describe(
      'Time of the event that the memory describes. A date without a time is the start of the day in UTC.',
    ),
    valid_from: validityTimestamp
      .nullish()
      .describe('Start of the period in which the memory is true, inclusive.'),
    valid_until: validityTimestamp
      .nullish()
      .describe('End of the period in which the memory is true, exclusive. Must be after `valid_from`.'),
    ...expiryFields,
    pinned: z.boolean().default(false).describe('Whether retention defaults do not apply to the memory.'),
  })
  .register(componentNames, { name: 'NewMemory' });

/** Body of `POST /api/v2/memories`. */
export const createMemoryRequest = createMemoryBody.extend({
  check_similar: z
    .boolean()
    .default(false)
    .describe('Whether to return existing memories that say nearly the same, or the opposite.'),
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
    .array(bulkElement(createMemoryBody))
    .min(1)
    .max(MAX_BULK)
    .describe('Memories to create, in order.'),
  atomic: z
    .boolean()
    .default(false)
    .describe('True if one invalid element must prevent the creation of all memories.'),
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
  content: memoryContent
    .optional()
    .describe('Content of the memory, 1 to 10,000 characters, not only whitespace.'),
  memory_type: z.enum(MEMORY_TYPES).optional().describe('Type of the memory.'),
  importance: unitInterval.optional().describe('Importance of the memory, 0 to 1.'),
  confidence: unitInterval.optional().describe('Confidence in the memory, 0 to 1.'),
  metadata: metadata
    .nullish()
    .describe('Free-form object. Loci interprets only `conversation_id` and, for checkpoints, `name`.'),
  tags: tags
    .nullish()
    .describe(
      'At most 10 tags after normalization. Loci skips invalid tags and names skipped and changed tags in `meta.warnings`.',
    ),
  occurred_at: occurredAt.describe(
    'Time of the event that the memory describes. A date without a time is the start of the day in UTC.',
  ),
  valid_from: validityTimestamp
    .nullish()
    .describe('Start of the period in which the memory is true, inclusive.'),
  valid_until: validityTimestamp
    .nullish()
    .describe('End of the period in which the memory is true, exclusive. Must be after `valid_from`.'),
  ...expiryFields,
  pinned: z.boolean().optional().describe('True also removes the expiry that a retention default set.'),
});

/**
 * Converts a request body to a change. Null means no change, like an absent field, except that it removes a bound of the
 * validity, and the expiry.
 *
 * @param now time from which `ttl_seconds` counts
 * @throws VAL_* for an invalid expiry
 */
export const toMemoryChange = (
  body: Omit<z.output<typeof updateMemoryBody>, 'content' | 'metadata'> &
    Pick<Partial<z.output<typeof updateMemoryBody>>, 'content' | 'metadata'>,
  now: Date,
): MemoryChange => ({
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

/** Element of a bulk update. Content and metadata differ between memories and can have any size, so they are not part of it. */
const bulkUpdateElement = z
  .object({
    memory_id: uuid.describe('ID of the memory.'),
    ...updateMemoryBody.pick({
      memory_type: true,
      importance: true,
      confidence: true,
      tags: true,
      occurred_at: true,
      valid_from: true,
      valid_until: true,
      expires_at: true,
      ttl_seconds: true,
      pinned: true,
    }).shape,
    add_tags: tagsInput
      .optional()
      .describe('Tags to add, at most 100. The memory can have at most 10 tags afterwards.'),
    remove_tags: tagsInput
      .optional()
      .describe('Tags to remove, at most 100. Tags that the memory does not have have no effect.'),
  })
  .register(componentNames, { name: 'MemoryUpdate' });

/** Body of `POST /api/v2/memories/bulk-update`. */
export const bulkUpdateBody = z.object({
  updates: z
    .array(bulkElement(bulkUpdateElement))
    .min(1)
    .max(MAX_BULK)
    .describe('Changes, at most one for each memory.'),
  atomic: z.boolean().default(false).describe('True if one invalid element must prevent all changes.'),
});

/** Validates the elements of a bulk update. */
export function toMemoryUpdates(
  elements: readonly unknown[],
  now: Date,
): {
  /** The valid change or the error of each element, in order. */
  inputs: (MemoryUpdate | AppError)[];
  /** Warnings about the tags of each element, in order. Empty for an invalid element. */
  tagWarnings: string[][];
} {
  const elementsWithTags = validateEach(bulkUpdateElement, elements).map((body) =>
    isAppError(body)
      ? body
      : {
          ...body,
          added: normalizeTagsWithWarnings(body.add_tags ?? []),
          removed: normalizeTagsWithWarnings(body.remove_tags ?? []),
        },
  );
  return {
    inputs: elementsWithTags.map((element) =>
      isAppError(element)
        ? element
        : orError(() => ({
            memoryId: element.memory_id,
            change: toMemoryChange(element, now),
            addTags: element.added.tags,
            removeTags: element.removed.tags,
          })),
    ),
    tagWarnings: elementsWithTags.map((element) =>
      isAppError(element)
        ? []
        : [...(element.tags?.warnings ?? []), ...element.added.warnings, ...element.removed.warnings],
    ),
  };
}

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

/** Names of filters that lists and searches share, with the names that only this list has. */
const FILTER_ALIASES = {
  memory_types: 'memory_type',
  min_importance: 'importance_threshold',
  start_date: 'date_from',
  end_date: 'date_to',
};

export const listMemoriesQuery = z
  .object({
    ...cursorPageQuery,
    memory_types: queryEnumList('memory_types', MEMORY_TYPES)
      .optional()
      .describe(
        'Comma-separated types. Only memories of these types. Protected types are omitted by default.',
      ),
    memory_type: z
      .enum(MEMORY_TYPES)
      .transform((type) => [type])
      .optional()
      .describe('Other name of `memory_types`, with one type.'),
    source_types: queryEnumList('source_types', SOURCE_TYPES)
      .optional()
      .describe('Comma-separated source types. Only memories from these sources.'),
    conversation_id: z
      .string()
      .min(1)
      .max(MAX_CONVERSATION_ID_LENGTH)
      .optional()
      .describe('Only memories of this conversation.'),
    user_id: z.string().max(MAX_USER_ID_LENGTH).optional().describe('Only memories that this user created.'),
    min_importance: queryNumber(unitInterval)
      .optional()
      .describe('Only memories with this `importance` or a higher one.'),
    importance_threshold: queryNumber(unitInterval).optional().describe('Other name of `min_importance`.'),
    start_date: startTimestamp
      .optional()
      .describe('Only memories that occurred at this time or later (`occurred_at`).'),
    date_from: startTimestamp.optional().describe('Other name of `start_date`.'),
    end_date: endTimestamp
      .optional()
      .describe(
        'Only memories that occurred at this time or earlier. A date without a time includes the whole UTC day.',
      ),
    date_to: endTimestamp.optional().describe('Other name of `end_date`.'),
    time_range: z.enum(TIME_RANGES).optional().describe('Only memories that occurred in this range.'),
    pinned: queryBoolean.optional().describe('Only memories that are pinned, or only memories that are not.'),
    tags: tagListInput
      .transform((list) => list.split(','))
      .optional()
      .describe('Comma-separated tags. A memory matches if it has any of them.'),
    sort: z
      .enum(SORTS)
      .default('-created_at')
      .describe(
        '`created_at`, `occurred_at`, `importance` or `updated_at`. The prefix `-` sorts in descending order. Memories with the same value are sorted by ID, in the same direction.',
      ),
    include: queryInclude
      .optional()
      .describe(
        'Comma-separated list of `superseded`, `expired` and `future`: the list also contains memories in these states. With `superseded`, `relationships` also contains inactive relationships.',
      ),
    include_inactive: queryBoolean.default(false).describe('True equals `include=superseded`.'),
    ...timeTravelQuery,
  })
  .superRefine(requireEqualAliases(FILTER_ALIASES));

/** Returns the states that a list includes. `include_inactive` equals `superseded` in `include`. */
export const toIncluded = (
  query: Pick<z.output<typeof listMemoriesQuery>, 'include' | 'include_inactive'>,
): Included =>
  new Set([...(query.include ?? []), ...(query.include_inactive ? (['superseded'] as const) : [])]);
