import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { PORTS, connectTenants, preparePlatform } from '@loci/bench';
import type { SearchAnswer, Target } from '../target.ts';

const LIST_PAGE = 100;
const SEARCH_LIMIT = 10;

/**
 * Changes of the caller that a search waits for or reports as pending.
 *
 * @see docs/reference/http.md#eventual-consistency
 */
const PROMISE = { endsWithProcess: true, latestWrites: 200, maxAgeMs: 600_000 };

/** Creates a standalone platform in a temporary folder, with the command of `npm start`. */
export async function createLoci(root: string): Promise<Target> {
  const stopping = new AbortController();
  const platform = await preparePlatform({
    root,
    workFolder: tmpdir(),
    firstPort: await findFreePorts(PORTS),
    environment: process.env,
    nodePath: process.execPath,
    killGroup: (pid) => process.kill(-pid, 'SIGKILL'),
    signal: stopping.signal,
  });
  const tenants = connectTenants(platform.address);
  let tenant: Awaited<ReturnType<typeof tenants.create>> | undefined;
  const connected = () => {
    if (tenant === undefined) throw new Error('The platform is not started. Call `start` first.');
    return tenant;
  };
  return {
    name: 'loci',
    promise: PROMISE,
    start: async () => {
      await platform.start();
      tenant ??= await tenants.create('Torture test');
    },
    kill: platform.kill,
    close: async () => {
      stopping.abort();
      await tenants.close();
      await platform.dispose();
    },
    store: async ({ text, key }) => {
      const body = JSON.stringify({ content: text });
      await connected().stores.read('POST', '/api/v2/memories', body, 201, { 'idempotency-key': key });
    },
    find: async (memory): Promise<SearchAnswer> => {
      const { items, search_metadata: metadata } = await connected().searches.call<SearchResponse>(
        'POST',
        '/api/v2/search/hybrid',
        { query: memory.marker, limit: SEARCH_LIMIT },
        200,
      );
      return {
        found: items.some(({ content }) => content === memory.text),
        complete: metadata.pending_writes === 0 && metadata.degraded.length === 0,
      };
    },
    list: async function* () {
      let cursor: string | null = null;
      do {
        const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const path = `/api/v2/memories?sort=created_at&per_page=${LIST_PAGE}${query}`;
        const page: ListResponse = await connected().stores.call<ListResponse>('GET', path, undefined, 200);
        for (const { content } of page.items) yield content;
        cursor = page.pagination.next_cursor;
      } while (cursor !== null);
    },
  };
}

interface SearchResponse {
  items: { content: string }[];
  search_metadata: { pending_writes: number; degraded: string[] };
}

interface ListResponse {
  items: { content: string }[];
  pagination: { next_cursor: string | null };
}

/** Returns the first of `count` consecutive TCP ports of 127.0.0.1 that are currently free. */
async function findFreePorts(count: number): Promise<number> {
  for (;;) {
    const first = await portOf(0);
    if (first === undefined || first + count > 65_535) continue;
    const others = await Promise.all(
      Array.from({ length: count - 1 }, (_, index) => portOf(first + 1 + index)),
    );
    if (others.every((port) => port !== undefined)) return first;
  }
}

async function portOf(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return undefined;
  }
  const { port: listening } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return listening;
}
