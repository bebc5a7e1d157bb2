import {
  MAX_CONTENT_LENGTH,
  MAX_TIMESTAMP_LENGTH,
  MAX_NAME_PATTERN_LENGTH,
  MAX_QUERY_LENGTH,
  MAX_TAGS,
  tagsInput,
} from '@loci/contracts';
import { unitInterval, uuid } from '@loci/http';
import { z } from 'zod';

export const MAX_FOUND = 100;

export const id = (description: string) => uuid.describe(description);

export const content = z
  .string()
  .min(1)
  .max(MAX_CONTENT_LENGTH)
  .describe(`Text of 1 to ${MAX_CONTENT_LENGTH} characters.`);

export const importance = unitInterval.describe('From 0, trivial, to 1, vital.');

export const tags = tagsInput.describe(
  `At most ${MAX_TAGS} tags; letters, digits and hyphens are kept, in lower case.`,
);

export const query = z.string().min(1).max(MAX_QUERY_LENGTH).describe('What is looked for, in plain words.');

export const foundLimit = z
  .int()
  .min(1)
  .max(MAX_FOUND)
  .default(10)
  .describe(`Most results, 1 to ${MAX_FOUND}.`);

/** Dates are read by the operation itself. */
export const startDate = z
  .string()
  .max(MAX_TIMESTAMP_LENGTH)
  .describe('ISO 8601 date or date-time: created then or later.');
export const endDate = z
  .string()
  .max(MAX_TIMESTAMP_LENGTH)
  .describe('ISO 8601 date or date-time: created then or earlier.');

/** The operation checks the path. This limit leaves it room to explain what is wrong. */
const MAX_PATH_LENGTH = 4_096;

export const artifactPath = z
  .string()
  .refine((path) => path.length <= MAX_PATH_LENGTH, {
    message: `Must be at most ${MAX_PATH_LENGTH} characters.`,
    params: { code: 'VAL_FIELD_INVALID' },
  })
  .meta({ maxLength: MAX_PATH_LENGTH })
  .describe('Absolute path of a file, e.g. /notes/plan.md: letters, digits, - _ . and at most 10 levels.');

export const namePattern = z
  .string()
  .max(MAX_NAME_PATTERN_LENGTH)
  .describe('Only names with this part in them, upper or lower case.');

/** Longer than any name can be: the operation reports the exact limit. */
export const MAX_CONTEXT_NAME_LENGTH = 1_000;

/** Results: what matters is named, the rest is let through. */
export const anyObject = z.looseObject({});
export const text = z.string();
export const count = z.int();
