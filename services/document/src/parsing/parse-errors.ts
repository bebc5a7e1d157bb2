import { AppError } from '@loci/core';

export type UnreadableReason = 'empty' | 'no_text' | 'encrypted' | 'corrupt' | 'content_mismatch';

export type ParserLimit =
  'time' | 'memory' | 'zip_entries' | 'zip_ratio' | 'unpacked_size' | 'text_length' | 'nesting';

/** 422: this file holds nothing that we can read; the message says what its owner can do about it. */
export function unreadable(reason: UnreadableReason, message: string, cause?: unknown): AppError {
  return new AppError('VAL_VALIDATION_FAILED', message, {
    fieldErrors: { file: [message] },
    details: { reason },
    cause,
  });
}

/** 422: a file type that is not among the supported ones. */
export function unsupportedType(extension: string, supported: readonly string[]): AppError {
  const named = extension === '' ? 'A file without an extension' : `The file type ${extension}`;
  const message = `${named} is not supported. Upload one of ${supported.join(', ')}.`;
  return new AppError('VAL_VALIDATION_FAILED', message, {
    fieldErrors: { file: [message] },
    details: { reason: 'unsupported_type', supported_extensions: [...supported] },
  });
}

/** 413: reading this file would take more than a parser may use. */
export function parserLimitExceeded(limit: ParserLimit, message: string, cause?: unknown): AppError {
  return new AppError('VAL_FIELD_TOO_LONG', message, {
    status: 413,
    fieldErrors: { file: [message] },
    details: { limit },
    cause,
  });
}
