import { z } from 'zod';
import { MAX_TAG_LENGTH } from './tags.ts';

/**
 * Registry of size limits that a transform or a use case enforces instead of the schema, because the schema
 * would report the wrong error code. The body limit of a route takes these limits into account.
 */
export const externalSizeLimits = z.registry<{ maxLength: number }>();

/** Maximum number of values of a filter, for example of `memory_types`. Each repetition of a value counts. */
export const MAX_FILTER_VALUES = 100;

/**
 * Maximum number of tags in a request, before normalization. A memory has at most `MAX_TAGS` distinct tags.
 */
export const MAX_INPUT_TAGS = 100;
/** Maximum length of a tag before normalization, which skips tags of more than `MAX_TAG_LENGTH` characters. */
export const MAX_INPUT_TAG_LENGTH = 1_000;

/** Tags of a request, before normalization. */
export const tagsInput = z.array(z.string().max(MAX_INPUT_TAG_LENGTH)).max(MAX_INPUT_TAGS);

/** Maximum length of a comma-separated list of tags. A URL with the list must fit into the HTTP headers. */
export const MAX_TAG_LIST_LENGTH = 4_000;
export const tagListInput = z.string().max(MAX_TAG_LIST_LENGTH);

/**
 * Normalized tags in requests between services. The maximum number covers every comma-separated list, because
 * a list cannot have more tags than characters.
 */
export const normalizedTags = z.array(z.string().max(MAX_TAG_LENGTH)).max(MAX_TAG_LIST_LENGTH);

/** Maximum length of a user id. Issued ids are UUIDs. */
export const MAX_USER_ID_LENGTH = 200;

/** Maximum length of the substring in a filter by name. */
export const MAX_NAME_PATTERN_LENGTH = 1_000;

/** Maximum length of a date or date-time. A valid date-time has at most 35 characters. */
export const MAX_TIMESTAMP_LENGTH = 64;

/** Maximum size of an artifact, in UTF-8 bytes. @see docs/reference/artifacts.md#save-an-artifact */
export const MAX_ARTIFACT_BYTES = 1_048_576;
