import { AppError } from '@loci/core';

export type UnreadableReason = 'empty' | 'no_text' | 'encrypted' | 'corrupt' | 'content_mismatch';

export type ParserLimit =
  'time' | 'memory' | 'zip_entries' | 'zip_ratio' | 'unpacked_size' | 'text_length' | 'nesting' | 'pages';

/**
 * Creates the error for a file that cannot be parsed (422).
 *
 * @param message user-facing message with the cause and the remedy
 */
export function unreadable(reason: UnreadableReason, message: string, cause?: unknown): AppError {
  return new AppError('VAL_VALIDATION_FAILED', message, {
    fieldErrors: { file: [message] },
    details: { reason },
    cause,
  });
}

/** Creates the error for an unsupported file type (422). */
export function unsupportedType(extension: string, supported: readonly string[]): AppError {
  const subject = extension === '' ? 'A file without an extension' : `The file type ${extension}`;
  const message = `${subject} is not supported. Upload one of ${supported.join(', ')}.`;
  return new AppError('VAL_VALIDATION_FAILED', message, {
    fieldErrors: { file: [message] },
    details: { reason: 'unsupported_type', supported_extensions: [...supported] },
  });
}

/**
 * Creates the error for a file that exceeds a limit of the parser (413).
 *
 * @param message user-facing message with the cause and the remedy
 */
export function parserLimitExceeded(limit: ParserLimit, message: string, cause?: unknown): AppError {
  return new AppError('VAL_FIELD_TOO_LONG', message, {
    status: 413,
    fieldErrors: { file: [message] },
    details: { limit },
    cause,
  });
}
