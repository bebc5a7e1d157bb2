import { connectTenants } from '@loci/bench';
import type { Target } from '../target.ts';

const LIST_PAGE = 100;
const SEARCH_LIMIT = 10;

/**
 * Changes of the caller that a search waits for or reports as pending.
 *
 * @see docs/reference/http.md#eventual-consistency
 */
const PROMISE = { endsWithProcess: true, latestWrites: 200, maxAgeMs: 600_000 };

type Address = Parameters<typeof connectTenants>[0];

/** The operations of a target on the REST API of Loci. All workers use one user of a new tenant. */
export interface LociApi extends Pick<Target, 'promise' | 'store' | 'find' | 'list'> {
  update: NonNullable<Target['update']>;
  /** Creates the tenant if necessary. Call it after each start of the platform. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

export function createLociApi(address: Address): LociApi {
  const tenants = connectTenants(address);
  let tenant: Awaited<ReturnType<typeof tenants.create>> | undefined;
  const connected = () => {
    if (tenant === undefined) throw new Error('The platform is not started. Call `start` first.');
    return tenant;
  };
  const ids = new Map<string, string>();
  return {
    promise: PROMISE,
    connect: async () => {
      tenant ??= await tenants.create('Torture test');
    },
    close: tenants.close,
    store: async ({ marker, text, key }) => {
      const body = JSON.stringify({ content: text });
      const headers = { 'idempotency-key': key };
      const response = await connected().stores.read('POST', '/api/v2/memories', body, 201, headers);
      ids.set(marker, (JSON.parse(response) as { data: { id: string } }).data.id);
    },
    update: async ({ marker, text, key }) => {
      const path = `/api/v2/memories/${ids.get(marker)!}`;
      const body = JSON.stringify({ content: text });
      await connected().stores.read('PUT', path, body, 200, { 'idempotency-key': key });
    },
    find: async (marker) => {
      const { items, search_metadata: metadata } = await connected().searches.call<SearchResponse>(
        'POST',
        '/api/v2/search/hybrid',
        { query: marker, limit: SEARCH_LIMIT },
        200,
      );
      return {
        texts: items.map(({ content }) => content),
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
