/**
 * All error codes of the public API.
 * @see docs/reference/errors.md#error-codes
 */
export const ERROR_CODES = [
  'AUTH_INVALID_CREDENTIALS',
  'AUTH_TOKEN_EXPIRED',
  'AUTH_TOKEN_INVALID',
  'AUTH_UNAUTHORIZED',
  'AUTH_INSUFFICIENT_PERMISSIONS',
  'AUTH_FORBIDDEN',
  'RES_NOT_FOUND',
  'RES_MEMORY_NOT_FOUND',
  'RES_DOCUMENT_NOT_FOUND',
  'RES_ALREADY_EXISTS',
  'RES_RELATIONSHIP_EXISTS',
  'RES_PRECONDITION_FAILED',
  'VAL_FIELD_UNKNOWN',
  'VAL_SECRET_FOUND',
  'VAL_METHOD_NOT_ALLOWED',
  'VAL_VALIDATION_FAILED',
  'VAL_FIELD_REQUIRED',
  'VAL_FIELD_TOO_LONG',
  'VAL_FIELD_INVALID',
  'VAL_UUID_INVALID',
  'VAL_ENUM_INVALID',
  'VAL_IDEMPOTENCY_KEY_INVALID',
  'VAL_IDEMPOTENCY_KEY_REUSED',
  'VAL_POSITION_INVALID',
  'BIZ_REQUEST_IN_PROGRESS',
  'VAL_ADDRESS_FORBIDDEN',
  'BIZ_QUOTA_EXCEEDED',
  'BIZ_RATE_LIMIT_EXCEEDED',
  'SYS_INTERNAL_ERROR',
  'SYS_SERVICE_UNAVAILABLE',
  'SYS_NOT_FRESH',
  'SYS_BAD_GATEWAY',
  'NOT_IMPLEMENTED',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Error messages by field name, as in `error.field_errors` of a response. */
export type FieldErrors = Record<string, string[]>;

/** Maximum number of validation problems that an error lists. Further problems are only counted. */
export const MAX_REPORTED_PROBLEMS = 50;

export interface AppErrorOptions {
  details?: Record<string, unknown> | undefined;
  fieldErrors?: FieldErrors | undefined;
  cause?: unknown;
  /** HTTP status, if it differs from the default of the code, for example 413 for `VAL_FIELD_TOO_LONG`. */
  status?: number | undefined;
}

/**
 * The error class of use cases. Test errors with {@link isAppError} and `code`, not with `instanceof`, because an error
 * can come from another process.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | null;
  readonly fieldErrors: FieldErrors | null;
  readonly status: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? null;
    this.fieldErrors = options.fieldErrors ?? null;
    this.status = options.status;
  }
}

/** True for an {@link AppError} of any realm. Jest and worker threads have their own copies of the class. */
export function isAppError(error: unknown): error is AppError {
  return (
    typeof error === 'object' &&
    error !== null &&
    (error as { name?: unknown }).name === 'AppError' &&
    (ERROR_CODES as readonly unknown[]).includes((error as { code?: unknown }).code)
  );
}

/** Creates a 404 error. Use it also for objects of other tenants, whose existence must not be revealed. */
export function notFound(resourceType: string, resourceId: string): AppError {
  return new AppError('RES_NOT_FOUND', `No ${resourceType} has the id ${resourceId}.`, {
    details: { resource_type: resourceType, resource_id: resourceId },
  });
}

/** Creates a 409 error for an object whose identifier is in use. */
export function alreadyExists(
  resourceType: string,
  identifier: string,
  details: Record<string, unknown> = {},
): AppError {
  return new AppError('RES_ALREADY_EXISTS', `The ${resourceType} ${identifier} already exists.`, {
    details: { resource_type: resourceType, identifier, ...details },
  });
}

/** Creates a 422 error about one field. */
export function invalidField(
  field: string,
  message: string,
  code: ErrorCode = 'VAL_FIELD_INVALID',
  details?: Record<string, unknown>,
): AppError {
  return new AppError(code, message, { fieldErrors: { [field]: [message] }, details });
}

/**
 * Creates a 503 error for a dependency that does not respond.
 * @param what name of the dependency, as the start of a sentence: `The database`
 */
export function unavailable(what: string, cause?: unknown): AppError {
  return new AppError('SYS_SERVICE_UNAVAILABLE', `${what} is unavailable. Retry in a few seconds.`, {
    cause,
  });
}
