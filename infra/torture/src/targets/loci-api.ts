import { connectTenants } from '@loci/bench';
import type { ApiAnswer } from '@loci/bench';
import { RejectedPositionError } from '../target.ts';
import type { Position, Target } from '../target.ts';

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
      const answer = await connected().stores.exchange('POST', '/api/v2/memories', body, 201, headers);
      ids.set(marker, (JSON.parse(answer.text) as { data: { id: string } }).data.id);
      return positionOf(answer);
    },
    update: async ({ marker, text, key }) => {
      const path = `/api/v2/memories/${ids.get(marker)!}`;
      const body = JSON.stringify({ content: text });
      const headers = { 'idempotency-key': key };
      return positionOf(await connected().stores.exchange('PUT', path, body, 200, headers));
    },
    find: async (marker, position) => {
      const body = JSON.stringify({ query: marker, limit: SEARCH_LIMIT });
      const headers = position === undefined ? {} : { 'x-loci-min-position': position };
      const { text } = await connected()
        .searches.exchange('POST', '/api/v2/search/hybrid', body, 200, headers)
        .catch((error: unknown) => {
          throw isRejectedPosition(error) ? new RejectedPositionError('The position was rejected.') : error;
        });
      const { data, meta } = JSON.parse(text) as SearchResponse;
      const { items, search_metadata: metadata } = data;
      return {
        texts: items.map(({ content }) => content),
        complete: metadata.pending_writes === 0 && metadata.degraded.length === 0,
        // Only `false` excuses a missing memory.
        ...(position !== undefined && { fresh: meta.fresh !== false }),
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

/** @throws Error if the response to a write has no position */
function positionOf({ headers }: ApiAnswer): Position {
  const position = headers['x-loci-position'];
  if (typeof position !== 'string') throw new Error('The response to a write has no x-loci-position.');
  return position;
}

const isRejectedPosition = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('"VAL_POSITION_INVALID"');

interface SearchResponse {
  data: {
    items: { content: string }[];
    search_metadata: { pending_writes: number; degraded: string[] };
  };
  meta: { fresh?: boolean };
}

interface ListResponse {
  items: { content: string }[];
  pagination: { next_cursor: string | null };
}
