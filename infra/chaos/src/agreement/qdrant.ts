import { createHash } from 'node:crypto';
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
const UUIDS = 1n << 128n;

/** Every point of the platform's collections by tenant, read without the adapter. */
export async function readQdrant(address: QdrantAddress): Promise<Map<string, IndexedCopy>> {
  const copies = new Map<string, IndexedCopy>();
  for (const collection of await collections(address)) {
    for await (const { id: pointId, payload, vector } of points(address, collection)) {
      const { tenant_id: tenantId, revision, removed } = payload;
      const copy: IndexedCopy = copies.get(tenantId) ?? {
        revisions: new Map(),
        contents: new Map(),
        oddities: [],
      };
      copies.set(tenantId, copy);
      if (removed) continue;
      const id = itemOf(tenantId, pointId);
      if (copy.revisions.has(id)) copy.oddities.push(`${id} is there twice`);
      copy.revisions.set(id, revision);
      if (Object.keys(vector ?? {}).length === 0) copy.oddities.push(`${id} has no vector`);
    }
  }
  return copies;
}

async function ask(address: QdrantAddress, path: string, body?: object): Promise<unknown> {
  const answer = await requestJson(`${address.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'api-key': address.apiKey },
    ...(body && { body }),
  });
  return (answer as { result: unknown }).result;
}

async function collections(address: QdrantAddress): Promise<string[]> {
  const { collections: all } = (await ask(address, '/collections')) as { collections: { name: string }[] };
  return all.map(({ name }) => name).filter((name) => name.startsWith(`${address.prefix}.`));
}

async function* points(address: QdrantAddress, collection: string): AsyncGenerator<Point> {
  for (let offset: string | null | undefined; offset !== null;) {
    const page = (await ask(address, `/collections/${collection}/points/scroll`, {
      limit: PAGE,
      with_payload: true,
      with_vector: true,
      ...(offset && { offset }),
    })) as { points: Point[]; next_page_offset: string | null };
    yield* page.points;
    offset = page.next_page_offset;
  }
}

/** Each tenant's points lie a distance of its own behind its items, on the ring of all 128-bit numbers. */
function itemOf(tenantId: string, pointId: string): string {
  const distance = BigInt(`0x${createHash('sha256').update(tenantId).digest('hex').slice(0, 32)}`);
  const item = (BigInt(`0x${pointId.replaceAll('-', '')}`) + UUIDS - distance) % UUIDS;
  const hex = item.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
