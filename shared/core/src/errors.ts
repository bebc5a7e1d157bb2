/**
 * Every error code that the public API can answer with.
 * @see SPEC.md "Errors"; DECISIONS.md "HTTP in general" (405)
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
  'VAL_METHOD_NOT_ALLOWED',
  'VAL_VALIDATION_FAILED',
  'VAL_FIELD_REQUIRED',
  'VAL_FIELD_TOO_LONG',
  'VAL_FIELD_INVALID',
  'VAL_UUID_INVALID',
  'VAL_ENUM_INVALID',
  'BIZ_RATE_LIMIT_EXCEEDED',
  'SYS_INTERNAL_ERROR',
  'SYS_SERVICE_UNAVAILABLE',
  'SYS_BAD_GATEWAY',
  'NOT_IMPLEMENTED',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Field name to the messages about it, as `error.field_errors` shows them. */
export type FieldErrors = Record<string, string[]>;

/** Maximum validation problems in one error. The rest is counted. */
export const MAX_REPORTED_PROBLEMS = 50;

export interface AppErrorOptions {
  details?: Record<string, unknown> | undefined;
  fieldErrors?: FieldErrors | undefined;
  cause?: unknown;
  /** An HTTP status that differs from the code's usual one, e.g. 413 for `VAL_FIELD_TOO_LONG`. */
  status?: number | undefined;
}

/**
 * The one error that use cases throw. Branch on `code`, never on `instanceof` or the message:
 * an error may have crossed a process boundary.
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

/** True for an {@link AppError} of any realm (jest and worker threads have their own classes). */
export function isAppError(error: unknown): error is AppError {
  return (
    typeof error === 'object' &&
    error !== null &&
    (error as { name?: unknown }).name === 'AppError' &&
    (ERROR_CODES as readonly unknown[]).includes((error as { code?: unknown }).code)
  );
}

/** 404: absent, or another tenant's, which looks the same. */
export function notFound(resourceType: string, resourceId: string): AppError {
  return new AppError('RES_NOT_FOUND', `No ${resourceType} has the id ${resourceId}.`, {
    details: { resource_type: resourceType, resource_id: resourceId },
  });
}

/** 409: something with this identity is there already. */
export function alreadyExists(
  resourceType: string,
  identifier: string,
  details: Record<string, unknown> = {},
): AppError {
  return new AppError('RES_ALREADY_EXISTS', `The ${resourceType} ${identifier} already exists.`, {
    details: { resource_type: resourceType, identifier, ...details },
  });
}

/** 422 about one field. */
export function invalidField(
  field: string,
  message: string,
  code: ErrorCode = 'VAL_FIELD_INVALID',
  details?: Record<string, unknown>,
): AppError {
  return new AppError(code, message, { fieldErrors: { [field]: [message] }, details });
}

/** 503: a store or a service that this request needs does not answer now; a retry may succeed. */
export function unavailable(what: string, cause?: unknown): AppError {
  return new AppError('SYS_SERVICE_UNAVAILABLE', `${what} is unavailable. Retry in a few seconds.`, {
    cause,
  });
}
