import type { Collection } from './collection.ts';
import { requestJson } from './request-json.ts';
import type { IndexedCopy } from './indexed-copy.ts';

const PAGE = 5_000;
const MAX_TENANTS = 10_000;

interface Hit {
  fields: { tenant_id: [string]; id: [string]; revision: [number]; deleted: [boolean] };
  _source?: { item?: string };
  sort: unknown[];
}

/** Reads all documents of a tenant in a collection directly from Elasticsearch, without the adapter. */
export async function readElasticsearch(
  { url, prefix }: { url: string; prefix: string },
  collection: Collection,
  tenantId: string,
): Promise<IndexedCopy> {
  const index = `${url}/${prefix}-${collection}-*`;
  await requestJson(`${index}/_refresh`, { method: 'POST' });
  const copy: IndexedCopy = { revisions: new Map(), contents: new Map(), anomalies: [] };
  for (let after: unknown[] | undefined; ;) {
    const { hits } = (await requestJson(`${index}/_search`, {
      method: 'POST',
      body: {
        size: PAGE,
        query: { term: { tenant_id: tenantId } },
        docvalue_fields: ['tenant_id', 'id', 'revision', 'deleted'],
        _source: ['item'],
        sort: [{ id: 'asc' }],
        ...(after && { search_after: after }),
      },
    })) as { hits: { hits: Hit[] } };
    for (const { fields, _source: source } of hits.hits) {
      const [id] = fields.id;
      if (fields.deleted[0]) continue;
      if (copy.revisions.has(id)) copy.anomalies.push(`${id} exists twice`);
      copy.revisions.set(id, fields.revision[0]);
      const item = JSON.parse(source?.item ?? '{}') as {
        tenantId?: string;
        revision?: number;
        content?: string;
      };
      copy.contents.set(id, item.content ?? '');
      if (item.tenantId !== tenantId || item.revision !== fields.revision[0]) {
        copy.anomalies.push(
          `${id} contains the item of tenant ${item.tenantId} at revision ${item.revision}`,
        );
      }
    }
    if (hits.hits.length < PAGE) return copy;
    after = hits.hits.at(-1)!.sort;
  }
}

/** Returns the ids of all tenants with documents in Elasticsearch, at most 10,000. */
export async function tenantsInElasticsearch({
  url,
  prefix,
}: {
  url: string;
  prefix: string;
}): Promise<string[]> {
  const { aggregations } = (await requestJson(`${url}/${prefix}*/_search`, {
    method: 'POST',
    body: { size: 0, aggs: { tenants: { terms: { field: 'tenant_id', size: MAX_TENANTS } } } },
  })) as { aggregations: { tenants: { buckets: { key: string }[] } } };
  return aggregations.tenants.buckets.map(({ key }) => key);
}
