import { truncate, isAppError } from '@loci/core';
import type { AppError, ErrorCode } from '@loci/core';
import type { Tool } from './tool.ts';

/** Error codes of the tools. @see docs/reference/mcp-tools.md#tool-errors */
export const TOOL_ERROR_CODES = [
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'INVALID_PATH',
  'ALREADY_EXISTS',
  'IN_PROGRESS',
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
  'DUPLICATE_NAME',
  'FORBIDDEN',
  'INTERNAL_ERROR',
] as const;
export type ToolErrorCode = (typeof TOOL_ERROR_CODES)[number];

export interface ToolFailure {
  success: false;
  error: string;
  error_code: ToolErrorCode;
  /** Name of the tool. */
  operation: string;
}

const TOOL_CODES: Record<ErrorCode, ToolErrorCode> = {
  AUTH_INVALID_CREDENTIALS: 'FORBIDDEN',
  AUTH_TOKEN_EXPIRED: 'FORBIDDEN',
  AUTH_TOKEN_INVALID: 'FORBIDDEN',
  AUTH_UNAUTHORIZED: 'FORBIDDEN',
  AUTH_INSUFFICIENT_PERMISSIONS: 'FORBIDDEN',
  AUTH_FORBIDDEN: 'FORBIDDEN',
  RES_NOT_FOUND: 'NOT_FOUND',
  RES_MEMORY_NOT_FOUND: 'NOT_FOUND',
  RES_DOCUMENT_NOT_FOUND: 'NOT_FOUND',
  RES_ALREADY_EXISTS: 'ALREADY_EXISTS',
  RES_RELATIONSHIP_EXISTS: 'ALREADY_EXISTS',
  // No tool sends a condition.
  RES_PRECONDITION_FAILED: 'INTERNAL_ERROR',
  VAL_FIELD_UNKNOWN: 'VALIDATION_ERROR',
  VAL_SECRET_FOUND: 'VALIDATION_ERROR',
  VAL_METHOD_NOT_ALLOWED: 'INTERNAL_ERROR',
  VAL_VALIDATION_FAILED: 'VALIDATION_ERROR',
  VAL_FIELD_REQUIRED: 'VALIDATION_ERROR',
  VAL_FIELD_TOO_LONG: 'VALIDATION_ERROR',
  VAL_FIELD_INVALID: 'VALIDATION_ERROR',
  VAL_UUID_INVALID: 'VALIDATION_ERROR',
  VAL_ENUM_INVALID: 'VALIDATION_ERROR',
  VAL_IDEMPOTENCY_KEY_INVALID: 'VALIDATION_ERROR',
  VAL_IDEMPOTENCY_KEY_REUSED: 'VALIDATION_ERROR',
  VAL_POSITION_INVALID: 'VALIDATION_ERROR',
  BIZ_REQUEST_IN_PROGRESS: 'IN_PROGRESS',
  VAL_ADDRESS_FORBIDDEN: 'VALIDATION_ERROR',
  BIZ_QUOTA_EXCEEDED: 'QUOTA_EXCEEDED',
  BIZ_RATE_LIMIT_EXCEEDED: 'RATE_LIMITED',
  SYS_INTERNAL_ERROR: 'INTERNAL_ERROR',
  SYS_SERVICE_UNAVAILABLE: 'INTERNAL_ERROR',
  SYS_NOT_FRESH: 'INTERNAL_ERROR',
  SYS_BAD_GATEWAY: 'INTERNAL_ERROR',
  NOT_IMPLEMENTED: 'INTERNAL_ERROR',
};

/** Converts an error to the failure result of a tool. The message of an unexpected error is masked. */
export function toFailure(
  error: unknown,
  { name, argumentNames, toToolErrorCode }: Tool,
  requestId: string,
): ToolFailure {
  const failure = (code: ToolErrorCode, message: string): ToolFailure => ({
    success: false,
    error: message,
    error_code: code,
    operation: name,
  });
  if (isExpectedError(error)) {
    return failure(toToolErrorCode?.(error) ?? TOOL_CODES[error.code], formatMessage(error, argumentNames));
  }
  return failure('INTERNAL_ERROR', `Internal error. Report the request id ${requestId} to the operator.`);
}

/** Returns true for errors that an operation throws deliberately. Their messages can be shown to the caller. */
export function isExpectedError(error: unknown): error is AppError {
  return isAppError(error) && error.code !== 'SYS_INTERNAL_ERROR';
}

/** Maximum characters of an error message. MCP hosts add the message to the context of the model. */
const MAX_ERROR_CHARACTERS = 2_000;

function formatMessage({ message, fieldErrors, details }: AppError, renamed: Tool['argumentNames']): string {
  const fields = Object.entries(fieldErrors ?? {});
  if (fields.length === 0) return truncate(message, MAX_ERROR_CHARACTERS);
  const text = fields.map(([field, texts]) => `${renamed?.[field] ?? field}: ${texts.join(' ')}`).join(' ');
  const omitted = details?.['problems_omitted'];
  const suffix = typeof omitted === 'number' ? ` ${omitted} more problems are not listed.` : '';
  return truncate(text, MAX_ERROR_CHARACTERS - suffix.length) + suffix;
}
