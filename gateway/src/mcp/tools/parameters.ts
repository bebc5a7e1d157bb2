import {
  HIDDEN_VALIDITIES,
  MAX_FILTER_VALUES,
  MAX_TIMESTAMP_LENGTH,
  MAX_NAME_PATTERN_LENGTH,
  MAX_QUERY_LENGTH,
  MAX_SIMILAR,
  MAX_TTL_SECONDS,
  memoryContent,
  tagsInput,
} from '@loci/contracts';
import { MAX_CURSOR_LENGTH, MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WARNINGS, unitInterval, uuid } from '@loci/http';
import { z } from 'zod';

export const MAX_RESULTS = 100;

/** ID of a memory or contradiction, which its name describes. */
export const id = uuid;

/**
 * Cursor of a paginated result. Null is accepted, because `next_cursor` can be null, and starts at the first
 * page.
 */
export const cursor = z.string().max(MAX_CURSOR_LENGTH).nullable().optional();

export const content = memoryContent;

export const importance = unitInterval;

export const tags = tagsInput;

export const query = z.string().min(1).max(MAX_QUERY_LENGTH);

export const resultLimit = z.int().min(1).max(MAX_RESULTS).default(10);

// Times are ISO 8601, as the instructions of the server state.
const time = z.string().max(MAX_TIMESTAMP_LENGTH);

export const occurredAt = time.describe('Time of the event. Default: now.');

export const validFrom = time;
export const validUntil = time;

export const expiresAt = time;
export const ttlSeconds = z.int().min(1).max(MAX_TTL_SECONDS);

export const pinned = z.boolean();

// Dates are strings here, because the REST operations parse them.
export const startDate = time;
export const endDate = time;

export const asOf = time;
export const knownAt = time;

export const timeZone = z.string().max(64);
export const referenceTime = time;

/** Arguments of a tool for the times of a read. Without them, the tool reads the present. */
export interface PastTimes {
  as_of?: string | undefined;
  known_at?: string | undefined;
}

export const include = z.array(z.enum(HIDDEN_VALIDITIES)).max(MAX_FILTER_VALUES);

/** Returns the schema of a list whose values `recall` lists. Repeated enumerations cost tokens in each conversation. */
export const asInRecall = <List extends z.ZodType>(list: List): List =>
  list.meta({ description: 'As in recall.', items: { type: 'string', maxLength: 64 } });

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
  .meta({ maxLength: MAX_PATH_LENGTH });

export const namePattern = z.string().max(MAX_NAME_PATTERN_LENGTH).describe('Part of the name.');

/**
 * Maximum length of the name of a context in an argument. Longer than any valid name, so that the REST
 * operation reports the exact limit.
 */
export const MAX_CONTEXT_NAME_LENGTH = 1_000;

export const idempotencyKey = z
  .string()
  .regex(/^[!-~]+$/, 'Must consist of visible ASCII characters.')
  .max(MAX_IDEMPOTENCY_KEY_LENGTH)
  .optional();

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
/** Output schema of the field that is present if the memory was stored before. */
export const existing = z.literal(true).describe('True if the memory was stored before. It is unchanged.');
export const text = z.string();
export const count = z.int();
