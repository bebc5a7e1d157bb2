import { randomUUID } from 'node:crypto';
import { Loci } from '@loci/client';
import type { NewMemory } from '../../src/import/new-memory.ts';

interface StoredMemory extends NewMemory {
  id: string;
  created_at: string;
}

interface StoredRelationship {
  from_id: string;
  to_id: string;
  relationship_type: string;
}

/** Request that changes something. */
export interface Call {
  method: string;
  path: string;
  body: unknown;
  idempotencyKey: string | null;
}

/** Memories and relationships of one account, with the responses of the server to requests of an import. */
export class FakeServer {
  readonly memories: StoredMemory[] = [];
  readonly relationships: StoredRelationship[] = [];
  /** Requests, except those that identify the account. */
  readonly calls: Call[] = [];
  readonly #responses = new Map<string, Response>();
  /** Called after a request has been processed. An error means that the client receives no response. */
  afterRequest: (call: Call) => void = () => undefined;

  /** Returns a client that does not retry. */
  connect(signal?: AbortSignal): Loci {
    return new Loci({
      accessToken: 'token',
      maxRetries: 0,
      signal,
      fetch: async (input, init) => this.#handle(new Request(input, init)),
    });
  }

  async #handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === '/api/v2/auth/verify') return success({ tenant_id: 'tenant', user_id: 'user' });
    const idempotencyKey = request.headers.get('idempotency-key');
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const call = { method: request.method, path: url.pathname, body, idempotencyKey };
    this.calls.push(call);
    const key = idempotencyKey ?? randomUUID();
    const response = this.#responses.get(key) ?? this.#respond(call, url.searchParams);
    this.#responses.set(key, response.clone());
    this.afterRequest(call);
    return response;
  }

  #respond({ method, path, body }: Call, query: URLSearchParams): Response {
    if (method === 'GET') return this.#list(query);
    if (path === '/api/v2/memories/bulk')
      return this.#createMemories((body as { memories: NewMemory[] }).memories);
    return this.#createRelationships(body as StoredRelationship[]);
  }

  #list(query: URLSearchParams): Response {
    const start = Number(query.get('cursor') ?? 0);
    const items = this.memories.toReversed().slice(start, start + 100);
    const end = start + 100;
    return success({ items, pagination: { next_cursor: end < this.memories.length ? String(end) : null } });
  }

  #createMemories(memories: NewMemory[]): Response {
    const results = memories.map((memory, index) => {
      if (memory.content.includes('rejected'))
        return {
          index,
          status: 'failed',
          error: { code: 'VAL_FIELD_INVALID', message: 'content is rejected.' },
        };
      const id = randomUUID();
      const time = new Date(Date.UTC(2026, 0, 1) + this.memories.length).toISOString();
      this.memories.push({ ...memory, id, created_at: time });
      return { index, status: 'created', id };
    });
    return success({ results });
  }

  #createRelationships(relationships: StoredRelationship[]): Response {
    const isSame = (a: StoredRelationship, b: StoredRelationship): boolean =>
      a.from_id === b.from_id && a.to_id === b.to_id && a.relationship_type === b.relationship_type;
    const errors = relationships.flatMap((relationship, index) =>
      this.relationships.some((stored) => isSame(stored, relationship))
        ? [{ index, code: 'RES_ALREADY_EXISTS', message: 'The relationship exists.' }]
        : [],
    );
    if (errors.length > 0) {
      const error = { code: 'RES_ALREADY_EXISTS', message: 'Conflict', details: { errors } };
      return Response.json({ status: 'error', error, meta: {} }, { status: 409 });
    }
    this.relationships.push(...relationships);
    return success({});
  }
}

function success(data: unknown): Response {
  return Response.json({ status: 'success', data, meta: {} });
}
