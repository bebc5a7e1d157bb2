import { AppError } from '@loci/core';
import express from 'express';
import type { RequestHandler, Response } from 'express';

/** 1 MB of content may be six times as long in JSON. @see DECISIONS.md "HTTP in general" */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;
/** Clients of 2025 may send several messages at once; more than these are refused. */
export const MAX_BATCH = 20;
/** Deeper nesting than any message needs would exhaust the stack of whoever walks it. */
const MAX_DEPTH = 64;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const BAD_REQUEST = 400;

const parse = express.json({ limit: BODY_LIMIT_BYTES, strict: false, type: 'application/json' });

/**
 * Reads the messages of a POST into `request.body`. What is no JSON at all is left to the MCP SDK, which
 * answers it by the protocol; what is bad JSON, nested too deep or too many at once is refused here.
 */
export const readMessages: RequestHandler = (request, response, next) => {
  parse(request, response, (error?: unknown) => {
    if (error !== undefined) {
      const tooLarge = (error as { type?: string }).type === 'entity.too.large';
      if (!tooLarge) refuse(response, PARSE_ERROR, 'Parse error: the body is not valid JSON.');
      else next(new AppError('VAL_FIELD_TOO_LONG', 'The body is larger than 8 MiB.', { status: 413 }));
      return;
    }
    const body = request.body as unknown;
    if (Array.isArray(body) && body.length > MAX_BATCH) {
      refuse(response, INVALID_REQUEST, `A batch has at most ${MAX_BATCH} messages.`);
    } else if (isDeeper(body, MAX_DEPTH)) {
      refuse(response, INVALID_REQUEST, `The message is nested deeper than ${MAX_DEPTH} levels.`);
    } else {
      next();
    }
  });
};

function refuse(response: Response, code: number, message: string): void {
  response.status(BAD_REQUEST).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}

function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((entry) =>
      typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
