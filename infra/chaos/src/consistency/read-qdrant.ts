import { createHash } from 'node:crypto';
import type { Collection } from './collection.ts';
import type { IndexedCopy } from './indexed-copy.ts';
import { requestJson } from './request-json.ts';

export interface QdrantAddress {
  url: string;
  apiKey: string;
  prefix: string;
}

interface Point {
  id: string;
  payload: { tenant_id: string; revision: number; removed?: true };
  vector?: Record<string, number[]>;
}

const PAGE = 2_000;
/** Number of distinct 128-bit ids. */
const UUIDS = 1n << 128n;

/** Reads all points of a collection by tenant directly from Qdrant, without the adapter. */
export async function readQdrant(
  address: QdrantAddress,
  collection: Collection,
): Promise<Map<string, IndexedCopy>> {
  const copies = new Map<string, IndexedCopy>();
  for (const name of await listNames(address, collection)) {
    for await (const { id: pointId, payload, vector } of points(address, name)) {
      const { tenant_id: tenantId, revision, removed } = payload;
      const copy: IndexedCopy = copies.get(tenantId) ?? {
        revisions: new Map(),
        contents: new Map(),
        anomalies: [],
      };
      copies.set(tenantId, copy);
      if (removed) continue;
      const id = toItemId(tenantId, pointId);
      if (copy.revisions.has(id)) copy.anomalies.push(`${id} exists twice`);
      copy.revisions.set(id, revision);
      if (Object.keys(vector ?? {}).length === 0) copy.anomalies.push(`${id} has no vector`);
    }
  }
  return copies;
}

async function request(address: QdrantAddress, path: string, body?: object): Promise<unknown> {
  const response = await requestJson(`${address.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'api-key': address.apiKey },
    ...(body && { body }),
  });
  return (response as { result: unknown }).result;
}

/** Returns the names of the collections of Qdrant that hold one of the collections of Loci. */
async function listNames(address: QdrantAddress, collection: Collection): Promise<string[]> {
  const { collections: all } = (await request(address, '/collections')) as {
    collections: { name: string }[];
  };
  const start = collection === 'items' ? `${address.prefix}.` : `${address.prefix}-${collection}.`;
  return all.map(({ name }) => name).filter((name) => name.startsWith(start));
}

async function* points(address: QdrantAddress, collection: string): AsyncGenerator<Point> {
  for (let offset: string | null | undefined; offset !== null;) {
    const page = (await request(address, `/collections/${collection}/points/scroll`, {
      limit: PAGE,
      with_payload: true,
      with_vector: true,
      ...(offset && { offset }),
    })) as { points: Point[]; next_page_offset: string | null };
    yield* page.points;
    offset = page.next_page_offset;
  }
}

/** Returns the item id of a point. The adapter adds a hash of the tenant id to the item id, modulo 2^128. */
function toItemId(tenantId: string, pointId: string): string {
  const offset = BigInt(`0x${createHash('sha256').update(tenantId).digest('hex').slice(0, 32)}`);
  const item = (BigInt(`0x${pointId.replaceAll('-', '')}`) + UUIDS - offset) % UUIDS;
  const hex = item.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
