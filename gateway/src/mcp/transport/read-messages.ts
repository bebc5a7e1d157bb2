import type { IncomingMessage } from 'node:http';
import { JSON_TOO_DEEP, MAX_JSON_DEPTH, MAX_JSON_VALUES, bodyTooLarge, checkJsonText } from '@loci/http';
import express from 'express';
import type { RequestHandler, Response } from 'express';
import { DEFAULT_MAX_MESSAGE_BYTES } from '../tool.ts';
import { MAX_MESSAGE_BYTES } from '../tools.ts';
import { toMessages, findCalledTool } from './tool-calls.ts';
import type { Message } from './tool-calls.ts';

/** Maximum number of messages in a batch. Only clients of older protocol versions send batches. */
export const MAX_BATCH_MESSAGES = 20;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
/** Error code of the MCP SDK for a content type other than `application/json`. */
const UNSUPPORTED_MEDIA = -32_000;
const BAD_REQUEST = 400;

/** Size of the request body in bytes, by request. */
const bodyBytes = new WeakMap<IncomingMessage, number>();

const parse = express.json({
  limit: MAX_MESSAGE_BYTES,
  strict: false,
  type: 'application/json',
  verify: (request, response, bytes, charset) => {
    bodyBytes.set(request, bytes.length);
    checkJsonText(request, response, bytes, charset);
  },
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
      const { type } = error as { type?: string };
      if (type === 'entity.too.large') next(bodyTooLarge(MAX_MESSAGE_BYTES));
      else if (type === JSON_TOO_DEEP) {
        reject(response, INVALID_REQUEST, `The body must have at most ${MAX_JSON_DEPTH} levels of nesting.`);
      } else if (isUnsupportedMedia(type)) {
        reject(response, UNSUPPORTED_MEDIA, 'Unsupported Media Type: The body must be JSON in UTF-8.', 415);
      } else reject(response, PARSE_ERROR, 'Parse error: The body is not valid JSON.');
      return;
    }
    const body = request.body as unknown;
    if (Array.isArray(body) && body.length > MAX_BATCH_MESSAGES) {
      reject(response, INVALID_REQUEST, `A batch must have at most ${MAX_BATCH_MESSAGES} messages.`);
      return;
    }
    const limit = maxBytesOf(toMessages(body));
    if ((bodyBytes.get(request) ?? 0) > limit) {
      next(bodyTooLarge(limit));
      return;
    }
    if (hasTooManyValues(body)) {
      reject(response, INVALID_REQUEST, `The body must have at most ${MAX_JSON_VALUES} values.`);
      return;
    }
    next();
  });
};

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

const isUnsupportedMedia = (type: string | undefined): boolean =>
  type === 'charset.unsupported' || type === 'encoding.unsupported';

function reject(response: Response, code: number, message: string, status = BAD_REQUEST): void {
  response.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}

/** Returns true if a body has more than {@link MAX_JSON_VALUES} values, without visiting more of them. */
function hasTooManyValues(body: unknown): boolean {
  let values = 1;
  let level: unknown[] = [body];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const entry of level) {
      if (typeof entry !== 'object' || entry === null) continue;
      const children: unknown[] = Array.isArray(entry) ? entry : Object.values(entry);
      values += children.length;
      if (values > MAX_JSON_VALUES) return true;
      for (const child of children) next.push(child);
    }
    level = next;
  }
  return false;
}
