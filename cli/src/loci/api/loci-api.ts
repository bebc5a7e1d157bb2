import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommandError } from '../command-error.ts';
import type { TokenSource } from '../credentials/token-source.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { sendWithRetries, toCommandError } from './http-request.ts';
import type { HttpRequest, HttpResponse } from './http-request.ts';
import { identitySchema, memoryListSchema, memorySchema, searchSchema, statisticsSchema } from './memory.ts';
import type { Identity, Memory, MemoryList, SearchResults, SearchStatistics } from './memory.ts';

export type Query = Record<string, string | number | boolean | undefined>;

interface ApiRequest<Schema extends z.ZodType> {
  method: HttpRequest['method'];
  path: string;
  query?: Query;
  body?: unknown;
  schema: Schema;
}

/** Operations of the REST API that the command uses. No other file of the command calls the REST API. */
export class LociApi {
  readonly baseUrl: string;
  readonly #tokens: TokenSource;
  readonly #warn: (warning: string) => void;

  /** @param warn receives the warnings of responses, for example about skipped tags */
  constructor(baseUrl: string, tokens: TokenSource, warn: (warning: string) => void = () => undefined) {
    this.baseUrl = baseUrl;
    this.#tokens = tokens;
    this.#warn = warn;
  }

  /** @see docs/reference/memories.md#create-a-memory */
  createMemory(fields: Record<string, unknown>): Promise<Memory> {
    // Searches of the next command find the memory.
    const query = { wait_for: 'searchable' };
    return this.#request({ method: 'POST', path: '/memories', query, body: fields, schema: memorySchema });
  }

  /** @see docs/reference/memories.md#get-a-memory */
  getMemory(id: string, query: Query = {}): Promise<Memory> {
    return this.#request({
      method: 'GET',
      path: `/memories/${encodeURIComponent(id)}`,
      query,
      schema: memorySchema,
    });
  }

  /** @see docs/reference/memories.md#list-memories */
  listMemories(query: Query): Promise<MemoryList> {
    return this.#request({ method: 'GET', path: '/memories', query, schema: memoryListSchema });
  }

  /** @see docs/reference/memories.md#update-a-memory */
  updateMemory(id: string, fields: Record<string, unknown>): Promise<Memory> {
    const path = `/memories/${encodeURIComponent(id)}`;
    return this.#request({ method: 'PUT', path, body: fields, schema: memorySchema });
  }

  /** @see docs/reference/memories.md#delete-a-memory */
  async deleteMemory(id: string, query: Query): Promise<void> {
    const path = `/memories/${encodeURIComponent(id)}`;
    await this.#request({ method: 'DELETE', path, query, schema: z.unknown() });
  }

  /** @see docs/reference/search.md#hybrid-search */
  search(body: Record<string, unknown>): Promise<SearchResults> {
    return this.#request({ method: 'POST', path: '/search/hybrid', body, schema: searchSchema });
  }

  /** @see docs/reference/search.md#search-statistics */
  searchStatistics(): Promise<SearchStatistics> {
    return this.#request({ method: 'GET', path: '/search/stats', schema: statisticsSchema });
  }

  /** @see docs/reference/authentication.md#verify-an-access-token */
  verify(): Promise<Identity> {
    return this.#request({ method: 'GET', path: '/auth/verify', schema: identitySchema });
  }

  async #request<Schema extends z.ZodType>(request: ApiRequest<Schema>): Promise<z.output<Schema>> {
    const { method, path, query = {}, body, schema } = request;
    const url = new URL(`${this.baseUrl}/api/v2${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers: Record<string, string> = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      // A retry of a change has no second effect.
      ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
    };
    const response = await this.#send({
      method,
      url: url.href,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const parsed = schema.safeParse((response.json as { data?: unknown } | undefined)?.data);
    if (response.status >= 300) throw toCommandError(url.href, response);
    if (parsed.success) {
      const { meta } = response.json as { meta?: { warnings?: string[] } };
      for (const warning of meta?.warnings ?? []) this.#warn(warning);
      return parsed.data;
    }
    throw new CommandError(
      EXIT_CODE.unavailable,
      `${this.baseUrl} sent a response that the command does not support. Update the command.`,
    );
  }

  async #send(request: HttpRequest): Promise<HttpResponse> {
    const token = await this.#tokens.get();
    const send = (value: string): Promise<HttpResponse> =>
      sendWithRetries({ ...request, headers: { ...request.headers, authorization: `Bearer ${value}` } });
    const response = await send(token);
    // The token was revoked, or the server has new signing keys.
    return response.status === 401 ? send(await this.#tokens.renew(token)) : response;
  }
}
