import {
  HIDDEN_VALIDITIES,
  MAX_CONTENT_LENGTH,
  MAX_FILTER_VALUES,
  MAX_TIMESTAMP_LENGTH,
  MAX_NAME_PATTERN_LENGTH,
  MAX_QUERY_LENGTH,
  MAX_SIMILAR,
  MAX_TAGS,
  MAX_TTL_SECONDS,
  memoryContent,
  tagsInput,
} from '@loci/contracts';
import { MAX_CURSOR_LENGTH, MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WARNINGS, unitInterval, uuid } from '@loci/http';
import { z } from 'zod';

export const MAX_RESULTS = 100;

export const id = (description: string) => uuid.describe(description);

/**
 * Cursor of a paginated result. Null is accepted, because `next_cursor` can be null, and starts at the first
 * page.
 */
export const cursor = (description: string) =>
  z.string().max(MAX_CURSOR_LENGTH).nullable().optional().describe(description);

export const content = memoryContent.describe(`1 to ${MAX_CONTENT_LENGTH} characters.`);

export const importance = unitInterval.describe('0 (trivial) to 1 (vital).');

export const tags = tagsInput.describe(
  `At most ${MAX_TAGS}, of lowercase ASCII letters, digits and hyphens.`,
);

export const query = z.string().min(1).max(MAX_QUERY_LENGTH).describe('What to find.');

export const resultLimit = z.int().min(1).max(MAX_RESULTS).default(10).describe('Maximum number of results.');

export const occurredAt = z
  .string()
  .max(MAX_TIMESTAMP_LENGTH)
  .describe('ISO 8601 time of the event. Default: now.');

export const validFrom = z
  .string()
  .max(MAX_TIMESTAMP_LENGTH)
  .describe('ISO 8601 time from which it is true.');
export const validUntil = z
  .string()
  .max(MAX_TIMESTAMP_LENGTH)
  .describe('ISO 8601 time until which it is true.');

export const expiresAt = z
  .string()
  .max(MAX_TIMESTAMP_LENGTH)
  .describe('ISO 8601 time from which it is gone.');
export const ttlSeconds = z.int().min(1).max(MAX_TTL_SECONDS).describe('Instead of expires_at.');

export const pinned = z.boolean().describe('True protects it from default expiry.');

// Dates are strings here, because the REST operations parse them.
export const startDate = z
  .string()
  .max(MAX_TIMESTAMP_LENGTH)
  .describe('ISO 8601 time of the earliest event.');
export const endDate = z.string().max(MAX_TIMESTAMP_LENGTH).describe('ISO 8601 time of the latest event.');

export const asOf = z.string().max(MAX_TIMESTAMP_LENGTH).describe('ISO 8601. Returns what was true then.');
export const knownAt = z
  .string()
  .max(MAX_TIMESTAMP_LENGTH)
  .describe('ISO 8601. Returns what was stored then.');

/** Arguments of a tool for the times of a read. Without them, the tool reads the present. */
export interface PastTimes {
  as_of?: string | undefined;
  known_at?: string | undefined;
}

export const include = z
  .array(z.enum(HIDDEN_VALIDITIES))
  .max(MAX_FILTER_VALUES)
  .describe('Also returns these items.');

/**
 * Maximum length of a path argument. Longer than any valid path, so that the REST operation reports which
 * path rule was broken.
 */
const MAX_PATH_LENGTH = 4_096;

export const artifactPath = z
  .string()
  .refine((path) => path.length <= MAX_PATH_LENGTH, {
    message: `Must be at most ${MAX_PATH_LENGTH} characters.`,
    params: { code: 'VAL_FIELD_INVALID' },
  })
  .meta({ maxLength: MAX_PATH_LENGTH })
  .describe('For example /notes/plan.md. At most 10 levels of letters, digits and - _ .');

export const namePattern = z.string().max(MAX_NAME_PATTERN_LENGTH).describe('Part of the name, in any case.');

/**
 * Maximum length of the name of a context in an argument. Longer than any valid name, so that the REST
 * operation reports the exact limit.
 */
export const MAX_CONTEXT_NAME_LENGTH = 1_000;

export const idempotencyKey = z
  .string()
  .regex(/^[!-~]+$/, 'Must consist of visible ASCII characters.')
  .max(MAX_IDEMPOTENCY_KEY_LENGTH)
  .optional()
  .describe('Unique per call. Makes a retry safe.');

/** Output schema of the field that is present if the response was stored by an earlier call with the same key. */
export const replayed = z.literal(true);

/** Output schema of the warnings of a write. Absent without warnings. */
export const warnings = z
  .array(z.string())
  .max(MAX_WARNINGS)
  .describe('Names each tag that was skipped or changed in more than its case, and each skipped check.');

/** Output schema of the field of a result of the past whose text was changed later. */
export const textChangedSince = z
  .boolean()
  .optional()
  .describe('Only with as_of or known_at. True if the memory has another text now.');

/** Schema of an object in a result, with any fields. */
export const anyObject = z.looseObject({});

/** Output schema of the memories that are similar to a new memory. */
export const similar = z
  .array(anyObject)
  .max(MAX_SIMILAR)
  .nullable()
  .describe('Existing memories of the kind duplicate or contradiction. Null if they were not checked.');
export const text = z.string();
export const count = z.int();
