import type { IncomingMessage } from 'node:http';
import { AppError } from '@loci/core';
import { MAX_JSON_VALUES } from '@loci/http';
import express from 'express';
import type { RequestHandler, Response } from 'express';
import { MESSAGE_LIMIT_BYTES } from '../tool.ts';
import { LARGEST_MESSAGE_BYTES } from '../tools.ts';
import { messagesOf, toolOf } from './tool-calls.ts';
import type { Message } from './tool-calls.ts';

/** Clients of 2025 may send several messages at once; more than these are refused. */
export const MAX_BATCH = 20;
/** Deeper nesting than any message needs would exhaust the stack of whoever walks it. */
const MAX_DEPTH = 64;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const BAD_REQUEST = 400;

/** Bytes of the body that was read, by its request. */
const bodyBytes = new WeakMap<IncomingMessage, number>();

const parse = express.json({
  limit: LARGEST_MESSAGE_BYTES,
  strict: false,
  type: 'application/json',
  verify: (request, _response, bytes) => void bodyBytes.set(request, bytes.length),
});

/**
 * Reads the messages of a POST into `request.body`. A body that is not JSON at all is left to the MCP SDK, which
 * answers it by the protocol. Refuses malformed JSON, messages that are too large, too complex or too many.
 */
export const readMessages: RequestHandler = (request, response, next) => {
  parse(request, response, (error?: unknown) => {
    if (error !== undefined) {
      const isTooLarge = (error as { type?: string }).type === 'entity.too.large';
      if (!isTooLarge) refuse(response, PARSE_ERROR, 'Parse error: the body is not valid JSON.');
      else next(tooLarge(LARGEST_MESSAGE_BYTES));
      return;
    }
    const body = request.body as unknown;
    if (Array.isArray(body) && body.length > MAX_BATCH) {
      refuse(response, INVALID_REQUEST, `A batch has at most ${MAX_BATCH} messages.`);
      return;
    }
    const limit = limitOf(messagesOf(body));
    if ((bodyBytes.get(request) ?? 0) > limit) {
      next(tooLarge(limit));
      return;
    }
    const problem = complexityProblem(body);
    if (problem === null) next();
    else refuse(response, INVALID_REQUEST, problem);
  });
};

const tooLarge = (limitBytes: number): AppError =>
  new AppError('VAL_FIELD_TOO_LONG', `The body is larger than ${limitBytes / 1024} KiB.`, { status: 413 });

/** Bytes that these messages may have together: only some tools take large content. */
function limitOf(messages: readonly Message[]): number {
  const limits = messages.map((message) => toolOf(message)?.messageLimitBytes ?? MESSAGE_LIMIT_BYTES);
  return Math.min(
    LARGEST_MESSAGE_BYTES,
    limits.reduce((sum, limit) => sum + limit, 0) || MESSAGE_LIMIT_BYTES,
  );
}

function refuse(response: Response, code: number, message: string): void {
  response.status(BAD_REQUEST).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}

/** Returns why a body is too deep or holds too many values, or null. Visits at most {@link MAX_JSON_VALUES} values. */
function complexityProblem(body: unknown): string | null {
  let values = 1;
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return `The message is nested deeper than ${MAX_DEPTH} levels.`;
    const next: unknown[] = [];
    for (const entry of level) {
      if (typeof entry !== 'object' || entry === null) continue;
      const children: unknown[] = Array.isArray(entry) ? entry : Object.values(entry);
      values += children.length;
      if (values > MAX_JSON_VALUES) return `The message holds more than ${MAX_JSON_VALUES} values.`;
      for (const child of children) next.push(child);
    }
    level = next;
  }
  return null;
}
