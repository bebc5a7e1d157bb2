import { extname } from 'node:path';
import { AppError, isAppError } from '@loci/core';
import type { Parse } from './parse-queue.ts';

/** Time for which an error is remembered. Short, because a busy machine can cause a timeout. */
const REMEMBERED_MS = 600_000;
const MAX_REMEMBERED = 1_000;

/**
 * Wraps `parse` to reject a file again without parsing it if the same content of the tenant has exceeded a parser limit
 * in the last 10 minutes. Otherwise, repeated uploads of one file could keep the parser busy for a minute each.
 *
 * @param now current time in milliseconds
 */
export function rememberLimits(parse: Parse, now: () => number): Parse {
  /** Errors by tenant, content and type, oldest first. */
  const remembered = new Map<string, { error: AppError; untilMs: number }>();
  return async (file) => {
    const key = `${file.tenantId}:${file.sha256.toString('hex')}:${extname(file.filename).toLowerCase()}`;
    const known = remembered.get(key);
    if (known && known.untilMs > now()) throw copyOf(known.error);
    remembered.delete(key);
    try {
      return await parse(file);
    } catch (error) {
      if (isAppError(error) && error.details?.['limit'] !== undefined) {
        remembered.set(key, { error, untilMs: now() + REMEMBERED_MS });
        if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
      }
      throw error;
    }
  };
}

/** Copies an error without its cause, which belongs to the first request. */
const copyOf = ({ code, message, status, details, fieldErrors }: AppError): AppError =>
  new AppError(code, message, {
    status,
    details: details ?? undefined,
    fieldErrors: fieldErrors ?? undefined,
  });
