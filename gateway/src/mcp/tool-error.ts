import { clip, isAppError } from '@loci/core';
import type { AppError, ErrorCode } from '@loci/core';
import type { Tool } from './tool.ts';

/** @see SPEC.md "Errors" (Tool errors); DECISIONS.md "The assistant tool interface" */
export const TOOL_ERROR_CODES = [
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'INVALID_PATH',
  'ALREADY_EXISTS',
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
  /** The tool's name. */
  operation: string;
}

const CODE_OF: Record<ErrorCode, ToolErrorCode> = {
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
  VAL_METHOD_NOT_ALLOWED: 'INTERNAL_ERROR',
  VAL_VALIDATION_FAILED: 'VALIDATION_ERROR',
  VAL_FIELD_REQUIRED: 'VALIDATION_ERROR',
  VAL_FIELD_TOO_LONG: 'VALIDATION_ERROR',
  VAL_FIELD_INVALID: 'VALIDATION_ERROR',
  VAL_UUID_INVALID: 'VALIDATION_ERROR',
  VAL_ENUM_INVALID: 'VALIDATION_ERROR',
  BIZ_RATE_LIMIT_EXCEEDED: 'RATE_LIMITED',
  SYS_INTERNAL_ERROR: 'INTERNAL_ERROR',
  SYS_SERVICE_UNAVAILABLE: 'INTERNAL_ERROR',
  SYS_BAD_GATEWAY: 'INTERNAL_ERROR',
  NOT_IMPLEMENTED: 'INTERNAL_ERROR',
};

/** What a tool answers instead of a result. What went wrong on our side is masked. */
export function toFailure(
  error: unknown,
  { name, renamed, errorCode }: Tool,
  requestId: string,
): ToolFailure {
  const failure = (code: ToolErrorCode, text: string): ToolFailure => ({
    success: false,
    error: text,
    error_code: code,
    operation: name,
  });
  if (isExpected(error)) {
    return failure(errorCode?.(error) ?? CODE_OF[error.code], describe(error, renamed));
  }
  return failure(
    'INTERNAL_ERROR',
    `Something went wrong on our side. The operator finds it by the request id ${requestId}.`,
  );
}

/** True for what a use case throws on purpose; the text of anything else is for the log alone. */
export function isExpected(error: unknown): error is AppError {
  return isAppError(error) && error.code !== 'SYS_INTERNAL_ERROR';
}

/** Maximum characters of an error text: the host puts it into the model's context. */
const MAX_ERROR_CHARACTERS = 2_000;

function describe({ message, fieldErrors, details }: AppError, renamed: Tool['renamed']): string {
  const fields = Object.entries(fieldErrors ?? {});
  if (fields.length === 0) return clip(message, MAX_ERROR_CHARACTERS);
  const text = fields.map(([field, texts]) => `${renamed?.[field] ?? field}: ${texts.join(' ')}`).join(' ');
  const omitted = details?.['problems_omitted'];
  const rest = typeof omitted === 'number' ? ` ${omitted} more problems are not listed.` : '';
  return clip(text, MAX_ERROR_CHARACTERS - rest.length) + rest;
}
