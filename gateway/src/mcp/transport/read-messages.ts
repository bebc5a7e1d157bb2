import type { IncomingMessage } from 'node:http';
import { AppError } from '@loci/core';
import { MAX_JSON_VALUES } from '@loci/http';
import express from 'express';
import type { RequestHandler, Response } from 'express';
import { DEFAULT_MAX_MESSAGE_BYTES } from '../tool.ts';
import { MAX_MESSAGE_BYTES } from '../tools.ts';
import { toMessages, findCalledTool } from './tool-calls.ts';
import type { Message } from './tool-calls.ts';

/** Maximum number of messages in a batch. Only clients of older protocol versions send batches. */
export const MAX_BATCH_MESSAGES = 20;
/** Maximum nesting of a message. Deeper nesting could exhaust the stack of recursive functions. */
const MAX_DEPTH = 64;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const BAD_REQUEST = 400;

/** Size of the request body in bytes, by request. */
const bodyBytes = new WeakMap<IncomingMessage, number>();

const parse = express.json({
  limit: MAX_MESSAGE_BYTES,
  strict: false,
  type: 'application/json',
  verify: (request, _response, bytes) => void bodyBytes.set(request, bytes.length),
});

/**
 * Parses the messages of a POST request into `request.body`. Rejects malformed JSON and messages that are too large, too
 * complex or too many. A body with another content type is not parsed, because the MCP SDK rejects it.
 *
 * @see docs/reference/mcp-tools.md#transport
 */
export const readMessages: RequestHandler = (request, response, next) => {
  parse(request, response, (error?: unknown) => {
    if (error !== undefined) {
      const isTooLarge = (error as { type?: string }).type === 'entity.too.large';
      if (!isTooLarge) reject(response, PARSE_ERROR, 'Parse error: The body is not valid JSON.');
      else next(tooLarge(MAX_MESSAGE_BYTES));
      return;
    }
    const body = request.body as unknown;
    if (Array.isArray(body) && body.length > MAX_BATCH_MESSAGES) {
      reject(response, INVALID_REQUEST, `A batch must have at most ${MAX_BATCH_MESSAGES} messages.`);
      return;
    }
    const limit = maxBytesOf(toMessages(body));
    if ((bodyBytes.get(request) ?? 0) > limit) {
      next(tooLarge(limit));
      return;
    }
    const problem = findComplexityProblem(body);
    if (problem === null) next();
    else reject(response, INVALID_REQUEST, problem);
  });
};

const tooLarge = (limitBytes: number): AppError =>
  new AppError('VAL_FIELD_TOO_LONG', `The body must have at most ${limitBytes / 1024} KiB.`, { status: 413 });

/** Returns the maximum bytes of a body with these messages, which depends on the tools that they call. */
function maxBytesOf(messages: readonly Message[]): number {
  const limits = messages.map(
    (message) => findCalledTool(message)?.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES,
  );
  return Math.min(
    MAX_MESSAGE_BYTES,
    limits.reduce((sum, limit) => sum + limit, 0) || DEFAULT_MAX_MESSAGE_BYTES,
  );
}

function reject(response: Response, code: number, message: string): void {
  response.status(BAD_REQUEST).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}

/**
 * Returns an error message if a body is nested too deeply or has too many values, otherwise null. Visits at most
 * {@link MAX_JSON_VALUES} values.
 */
function findComplexityProblem(body: unknown): string | null {
  let values = 1;
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return `The message must have at most ${MAX_DEPTH} levels of nesting.`;
    const next: unknown[] = [];
    for (const entry of level) {
      if (typeof entry !== 'object' || entry === null) continue;
      const children: unknown[] = Array.isArray(entry) ? entry : Object.values(entry);
      values += children.length;
      if (values > MAX_JSON_VALUES) return `The message must have at most ${MAX_JSON_VALUES} values.`;
      for (const child of children) next.push(child);
    }
    level = next;
  }
  return null;
}
