import { Loci } from '@loci/client';

export interface FakeMemory {
  id: string;
  content: string;
  tags: string[];
  metadata: Record<string, unknown>;
  [field: string]: unknown;
}

export interface SentRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

export interface FakeMemories {
  client: Loci;
  /** Memories in the order of their creation. */
  memories: FakeMemory[];
  /** Requests in the order in which they were sent. */
  requests: SentRequest[];
  /** Largest number of requests that were pending at the same time. */
  maxPending: () => number;
  /** Called before each response, for example to change the memories as another client. */
  beforeResponse: (request: SentRequest) => void;
}

/** Returns a client of a server that stores memories in an array, and implements the operations of the adapters. */
export function fakeMemories(): FakeMemories {
  let nextId = 1;
  let pending = 0;
  let maxPending = 0;

  function respond({ method, path, query, body }: SentRequest): Response {
    const { memories } = fake;
    // The server rejects these characters, also in metadata.
    if (/\\u0000|\\ud[89a-f]/.test(JSON.stringify(body).replaceAll('\\\\', '')))
      return failure(422, 'VAL_FIELD_INVALID');
    const index = memories.findIndex(({ id }) => path === `/api/v2/memories/${id}`);
    if (method === 'POST' && path === '/api/v2/memories/bulk') {
      const created = body['memories'] as Omit<FakeMemory, 'id'>[];
      if (created.length === 0) return failure(422, 'VAL_VALIDATION_FAILED');
      for (const memory of created) memories.push({ ...memory, id: String(nextId++) } as FakeMemory);
      return success({ created: created.length });
    }
    if (method === 'GET' && path === '/api/v2/memories') return success(list(memories, query));
    if (index === -1) return failure(404, 'RES_NOT_FOUND');
    if (method === 'PUT') Object.assign(memories[index]!, body);
    if (method === 'DELETE') memories.splice(index, 1);
    return success({});
  }

  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const text = await request.text();
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const sent = { method: request.method, path, query, body };
    fake.requests.push(sent);
    maxPending = Math.max(maxPending, ++pending);
    await new Promise((resolve) => setTimeout(resolve, 1));
    pending -= 1;
    fake.beforeResponse(sent);
    return respond(sent);
  };

  const fake: FakeMemories = {
    client: new Loci({ accessToken: 'a', maxRetries: 0, fetch }),
    memories: [],
    requests: [],
    maxPending: () => maxPending,
    beforeResponse: () => {},
  };
  return fake;
}

/** Lists memories with a tag. The cursor is the ID of the last memory of the previous page, as on the server. */
function list(memories: readonly FakeMemory[], query: URLSearchParams): object {
  const tags = query.get('tags')!.split(',');
  const descending = query.get('sort')!.startsWith('-');
  const perPage = Number(query.get('per_page'));
  const cursor = query.get('cursor');
  const matching = memories
    .filter((memory) => memory.tags.some((tag) => tags.includes(tag)))
    .filter(
      ({ id }) => cursor === null || (descending ? Number(id) < Number(cursor) : Number(id) > Number(cursor)),
    );
  if (descending) matching.reverse();
  const items = matching.slice(0, perPage);
  return { items, pagination: { next_cursor: matching.length > perPage ? items.at(-1)!.id : null } };
}

const success = (data: unknown): Response =>
  Response.json({ status: 'success', data, meta: { request_id: 'r' } });

function failure(status: number, code: string): Response {
  const error = { code, message: `Message of ${code}.`, details: null, field_errors: null };
  return Response.json({ status: 'error', error, meta: { request_id: 'r' } }, { status });
}
