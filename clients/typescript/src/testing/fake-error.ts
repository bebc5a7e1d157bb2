import type { ErrorCode } from '../types.ts';

export type FieldErrors = Record<string, string[]>;
type Details = Readonly<Record<string, unknown>>;

export interface FakeErrorOptions {
  details?: Details | undefined;
  fieldErrors?: FieldErrors | undefined;
  /** HTTP status, if it differs from the default of the code. */
  status?: number | undefined;
}

/** Statuses of the codes, by prefix or code. @see docs/reference/errors.md#error-codes */
const STATUSES: Readonly<Record<string, number>> = {
  AUTH_FORBIDDEN: 403,
  AUTH_: 401,
  RES_NOT_FOUND: 404,
  RES_ALREADY_EXISTS: 409,
  RES_PRECONDITION_FAILED: 412,
  VAL_METHOD_NOT_ALLOWED: 405,
  VAL_: 422,
  BIZ_: 409,
  NOT_IMPLEMENTED: 501,
  SYS_: 500,
};

/** An error response of the fake server. */
export class FakeError extends Error {
  override name = 'FakeError';
  readonly code: ErrorCode;
  readonly details: Details | null;
  readonly fieldErrors: FieldErrors | null;
  readonly status: number;

  constructor(code: ErrorCode, message: string, options: FakeErrorOptions = {}) {
    super(message);
    this.code = code;
    this.details = options.details ?? null;
    this.fieldErrors = options.fieldErrors ?? null;
    this.status = options.status ?? STATUSES[code] ?? STATUSES[`${code.split('_')[0]}_`] ?? 500;
  }
}

export const notFound = (resourceType: string, resourceId: string): FakeError =>
  new FakeError('RES_NOT_FOUND', `No ${resourceType} has the id ${resourceId}.`, {
    details: { resource_type: resourceType, resource_id: resourceId },
  });

export const alreadyExists = (resourceType: string, identifier: string, details: Details = {}): FakeError =>
  new FakeError('RES_ALREADY_EXISTS', `The ${resourceType} ${identifier} already exists.`, {
    details: { resource_type: resourceType, identifier, ...details },
  });

export const invalidField = (
  field: string,
  message: string,
  code: ErrorCode = 'VAL_FIELD_INVALID',
  details?: Details,
): FakeError => new FakeError(code, message, { fieldErrors: { [field]: [message] }, details });

/** @param what start of a sentence that names an operation, a parameter or a file type */
export const notImplemented = (what: string): FakeError =>
  new FakeError(
    'NOT_IMPLEMENTED',
    `${what} is not implemented by the fake of @loci/client/testing. Run this test against a server.`,
  );
