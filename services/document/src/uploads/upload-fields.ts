import { MAX_FREE_FORM_BYTES } from '@loci/contracts';
import { codePointLength, invalidField, isStorableText, jsonByteLength } from '@loci/core';
import type { AppError } from '@loci/core';
import { guardJson } from '@loci/http';

const MAX_FILENAME_LENGTH = 255;

/** Validates a file name without folders. @throws VAL_FIELD_INVALID */
export function checkFilename(filename: string): void {
  if (codePointLength(filename) > MAX_FILENAME_LENGTH) {
    throw invalidField('file', `The file name must have at most ${MAX_FILENAME_LENGTH} characters.`);
  }
  if (!isStorableText(filename) || /\p{Cc}/u.test(filename)) {
    throw invalidField('file', 'The file name must not contain control characters.');
  }
}

/**
 * Parses the metadata of a document. HTML forms send an empty field if the user entered nothing.
 *
 * @throws VAL_FIELD_INVALID; VAL_FIELD_TOO_LONG
 */
export function readMetadata(text: string): Record<string, unknown> {
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidField(
      'metadata',
      `The metadata is not valid JSON (${(error as Error).message}). Send a JSON object.`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField('metadata', 'The metadata must be a JSON object.');
  }
  guardJson({ metadata: value });
  const sizeBytes = jsonByteLength(value);
  if (sizeBytes > MAX_FREE_FORM_BYTES) throw metadataTooLong(sizeBytes);
  return value as Record<string, unknown>;
}

/** Creates the error for too much metadata. @param actualBytes undefined if the field was truncated */
export const metadataTooLong = (actualBytes?: number): AppError =>
  invalidField(
    'metadata',
    `The metadata must have at most ${MAX_FREE_FORM_BYTES} bytes of JSON.`,
    'VAL_FIELD_TOO_LONG',
    {
      field: 'metadata',
      max_length: MAX_FREE_FORM_BYTES,
      ...(actualBytes === undefined ? {} : { actual_length: actualBytes }),
    },
  );
