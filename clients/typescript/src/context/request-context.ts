import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import type { ContextBody, Query } from '../types.ts';
import { Context } from './context.ts';

/**
 * Fields and query parameters of `POST /api/v2/context`, with `tokens` for `max_tokens`.
 *
 * @see docs/reference/context.md
 */
export type ContextRequest = Omit<ContextBody, 'max_tokens'> &
  NonNullable<Query<'post', '/api/v2/context'>> & {
    /** Maximum number of tokens of the context, 100 to 32,000. Default: 1,500. */
    tokens?: number | undefined;
  };

/** Requests a context from the server. */
export async function requestContext(
  transport: Transport,
  { tokens, wait_ms, require_fresh, ...filters }: ContextRequest,
  options?: CallOptions,
): Promise<Context> {
  const body = { ...filters, ...(tokens !== undefined && { max_tokens: tokens }) } as ContextBody;
  const input = { body, query: { wait_ms, require_fresh } };
  return new Context(await transport.call('post', '/api/v2/context', input, options));
}
