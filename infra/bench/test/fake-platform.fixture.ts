import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlatformAddress } from '../src/platform/tenants.ts';

/** In-memory fake of the platform for the benchmark's own tests. Memories are searchable immediately. */
export interface FakePlatform {
  address: PlatformAddress;
  /** Memories by tenant id, in the order in which they were stored. */
  memories: Map<string, StoredMemory[]>;
  /** Number of relationships of all tenants together. */
  readonly relationships: number;
  /** Number of bulk requests that created memories. */
  readonly bulkRequests: number;
  /** Method and path of each request, including the query. */
  requested: Set<string>;
  /** Sets the status of all further requests with an access token. With undefined, they succeed. */
  failWith(status: number | undefined): void;
  /** Sets the similar memories of each creation with `check_similar`. Null if the check takes too long. */
  findSimilar(similar: unknown[] | null): void;
  close(): Promise<void>;
}

export interface StoredMemory {
  id: string;
  content: string;
  metadata: Record<string, unknown>;
  tags: unknown[];
}

const ADMIN_TOKEN = 'admin';

export async function startFakePlatform(): Promise<FakePlatform> {
  const memories = new Map<string, StoredMemory[]>();
  let failure: number | undefined;
  let lastId = 0;
  let relationships = 0;
  let bulkRequests = 0;
  const requested = new Set<string>();
  let similar: unknown[] | null = [];

  const create = (own: StoredMemory[], body: Record<string, unknown>): StoredMemory => {
    const memory = {
      id: `memory-${++lastId}`,
      content: String(body.content),
      metadata: (body.metadata ?? {}) as Record<string, unknown>,
      tags: (body.tags ?? []) as unknown[],
    };
    own.push(memory);
    return memory;
  };

  const answer = (
    method: string,
    path: string,
    token: string,
    body: Record<string, unknown>,
  ): [number, unknown] => {
    const [pathname, query = ''] = path.split('?');
    const route = `${method} ${pathname}`;
    if (route === 'POST /admin/tenants' && token === ADMIN_TOKEN) {
      const tenantId = `tenant-${memories.size + 1}`;
      memories.set(tenantId, []);
      return [201, { tenant_id: tenantId }];
    }
    if (route === 'POST /admin/api-keys' && token === ADMIN_TOKEN) {
      return [201, { api_key: `key ${String(body.tenant_id)}` }];
    }
    if (route === 'POST /api/v2/auth/token' && token.startsWith('key ')) {
      return [200, { access_token: token.replace('key', 'token') }];
    }
    const own = memories.get(token.replace('token ', ''));
    if (own === undefined) return [401, null];
    if (failure !== undefined) return [failure, null];
    if (route === 'POST /api/v2/memories')
      return [201, { ...create(own, body), ...(body.check_similar === true && { similar }) }];
    if (route === 'POST /api/v2/memories/bulk') {
      const results = (body.memories as Record<string, unknown>[]).map((each) => create(own, each));
      bulkRequests++;
      return [201, { created: results.length, failed: 0, results }];
    }
    if (route === 'GET /api/v2/search/stats')
      return [200, { total_memories: own.length, total_relationships: relationships, embedding_coverage: 1 }];
    if (route === 'POST /api/v2/relationships/bulk') {
      relationships += (body as unknown as unknown[]).length;
      return [201, { created: [] }];
    }
    if (route === 'POST /api/v2/relationships/traverse') return [200, { paths: [] }];
    if (route === 'POST /api/v2/search/hybrid') return [200, { items: find(own, body), search_metadata: {} }];
    if (route === 'POST /mcp') {
      const { arguments: given } = body.params as { arguments: Record<string, unknown> };
      const text = JSON.stringify({ success: true, results: find(own, given) });
      return [200, { content: [{ type: 'text', text }] }];
    }
    return other(method, pathname!, query, own);
  };

  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const token = (request.headers.authorization ?? '').replace('Bearer ', '');
      requested.add(`${request.method} ${request.url}`);
      const [status, data] = answer(request.method!, request.url!, token, body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: { gatewayUrl: url, authUrl: url, adminToken: ADMIN_TOKEN },
    memories,
    get relationships() {
      return relationships;
    },
    get bulkRequests() {
      return bulkRequests;
    },
    requested,
    failWith: (status) => {
      failure = status;
    },
    findSimilar: (found) => {
      similar = found;
    },
    close: () => closeServer(server),
  };
}

/**
 * Responds to requests whose content is irrelevant to the benchmark. Lists have one item and a second page.
 */
function other(method: string, path: string, query: string, own: StoredMemory[]): [number, unknown] {
  if (method === 'GET') {
    const isMemory = path.startsWith('/api/v2/memories/') && !path.endsWith('/counts/daily');
    if (isMemory && !own.some(({ id }) => path.includes(id))) return [404, null];
    if (query.includes('no+second+page')) return [422, null];
    return [200, { items: [{ id: 'item-1' }], next_cursor: 'second', user_id: 'user-1', tags: ['work'] }];
  }
  if (/\/(context|neighborhood|reflect|summarize|vector|why-not)$/.test(path)) return [200, { items: [] }];
  if (method === 'PATCH' || method === 'PUT') return [200, { id: 'item-1' }];
  if (path.endsWith('/test')) return [202, { id: 'item-1' }];
  return [201, { id: 'item-1', new_memory_id: own[0]?.id }];
}

/** Returns the memories that contain a query word and have the tag of the filter, sorted by the number of matching words. */
function find(own: StoredMemory[], body: Record<string, unknown>): StoredMemory[] {
  const words = wordsOf(String(body.query));
  return own
    .map((memory) => ({
      memory,
      hits: words.filter((word) => wordsOf(memory.content).includes(word)).length,
    }))
    .filter(({ memory, hits }) => hits > 0 && (body.tags === undefined || memory.tags.includes(body.tags)))
    .sort((a, b) => b.hits - a.hits)
    .slice(0, Number(body.limit ?? 20))
    .map(({ memory }) => memory);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const isJson = request.headers['content-type'] === 'application/json';
  return text === '' || !isJson ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
