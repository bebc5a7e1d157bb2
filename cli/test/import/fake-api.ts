import { randomUUID } from 'node:crypto';
import { ApiError } from '../../src/api/api.ts';
import type { Api, ApiCall } from '../../src/api/api.ts';
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

/** Memories and relationships of one account, with the responses of the server to bulk requests. */
export class FakeApi implements Api {
  readonly memories: StoredMemory[] = [];
  readonly relationships: StoredRelationship[] = [];
  readonly calls: ApiCall[] = [];
  readonly #responses = new Map<string, unknown>();
  /** Called after a request has been processed. An error means that the client receives no response. */
  afterRequest: (call: ApiCall) => void = () => undefined;

  account(): Promise<string> {
    return Promise.resolve('account');
  }

  request<T>(call: ApiCall): Promise<T> {
    this.calls.push(call);
    const key = call.idempotencyKey ?? randomUUID();
    const response = this.#responses.get(key) ?? this.#respond(call);
    this.#responses.set(key, response);
    this.afterRequest(call);
    return Promise.resolve(response as T);
  }

  download(): Promise<Uint8Array> {
    throw new Error('An import downloads nothing.');
  }

  upload(): Promise<never> {
    throw new Error('An import uploads nothing.');
  }

  #respond({ method, path, body }: ApiCall): unknown {
    if (method === 'GET') return this.#list(new URL(path, 'http://localhost').searchParams);
    if (path === '/api/v2/memories/bulk')
      return this.#createMemories((body as { memories: NewMemory[] }).memories);
    return this.#createRelationships(body as StoredRelationship[]);
  }

  #list(query: URLSearchParams): unknown {
    const start = Number(query.get('cursor') ?? 0);
    const items = this.memories.toReversed().slice(start, start + 100);
    const end = start + 100;
    return { items, pagination: { next_cursor: end < this.memories.length ? String(end) : null } };
  }

  #createMemories(memories: NewMemory[]): unknown {
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
    return { results };
  }

  #createRelationships(relationships: StoredRelationship[]): unknown {
    const isSame = (a: StoredRelationship, b: StoredRelationship): boolean =>
      a.from_id === b.from_id && a.to_id === b.to_id && a.relationship_type === b.relationship_type;
    const errors = relationships.flatMap((relationship, index) =>
      this.relationships.some((stored) => isSame(stored, relationship))
        ? [{ index, code: 'RES_ALREADY_EXISTS', message: 'The relationship exists.' }]
        : [],
    );
    if (errors.length > 0) throw new ApiError(409, 'RES_ALREADY_EXISTS', 'Conflict', { errors });
    this.relationships.push(...relationships);
    return {};
  }
}
