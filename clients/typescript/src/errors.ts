import type { ErrorCode } from './types.ts';

/** Base class of all errors that the client throws, except the reason of an aborted signal. */
export class LociError extends Error {
  override name = 'LociError';
}

/** The server did not respond, or its response was interrupted. The request may have been processed. */
export class ConnectionError extends LociError {
  override name = 'ConnectionError';
}

/** The server did not respond within the timeout. The request may have been processed. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** Content of an error response. */
export interface ErrorResponse {
  status: number;
  /** URL of the request. */
  url: string;
  code: ErrorCode | 'UNKNOWN';
  message: string;
  requestId: string | null;
  details: Readonly<Record<string, unknown>> | null;
  fieldErrors: Readonly<Record<string, readonly string[]>> | null;
  retryAfterSeconds: number | null;
}

/** The server rejected the request or failed. The subclass depends on the status. */
export class ApiError extends LociError {
  override name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** URL of the request. */
  readonly url: string;
  /** Error code of the API, or `UNKNOWN` if the response is not from Loci, for example from a proxy. */
  readonly code: ErrorCode | 'UNKNOWN';
  /** ID of the request in the logs of the server; null if the response does not have one. */
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** Messages by invalid field. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>> | null;
  /** Value of `retry-after` in seconds. */
  readonly retryAfterSeconds: number | null;

  constructor(response: ErrorResponse) {
    super(response.message);
    this.status = response.status;
    this.url = response.url;
    this.code = response.code;
    this.requestId = response.requestId;
    this.details = response.details;
    this.fieldErrors = response.fieldErrors;
    this.retryAfterSeconds = response.retryAfterSeconds;
  }
}

/** 400, 405, 412, 413, 415, 416, 421 and 422: change the request before you send it again. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}

/** 401: the credential is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the credential does not have the scope, permission, role or tier. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: the object does not exist in this tenant. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: the object already exists, a quota is exceeded, or the first request with the key is still running. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 429: the rate limit is exceeded. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 500 to 599. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

const CLASSES: Readonly<Record<number, new (response: ErrorResponse) => ApiError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** Returns an error of the class for the status. */
export function toApiError(response: ErrorResponse): ApiError {
  const Class = CLASSES[response.status] ?? (response.status >= 500 ? ServerError : InvalidRequestError);
  return new Class(response);
}
