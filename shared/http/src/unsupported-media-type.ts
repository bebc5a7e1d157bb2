import { AppError } from '@loci/core';

/**
 * Creates the 415 error for a body whose content type, charset or content encoding an operation does not accept.
 *
 * @param message names what the operation accepts
 * @see docs/reference/http.md#requests
 */
export const unsupportedMediaType = (message: string): AppError =>
  new AppError('VAL_VALIDATION_FAILED', message, { status: 415 });
