import type { Collection, DataSet } from '../datasets/data-set.ts';
import type { Clock } from '../load/clock.ts';
import type { Tenant } from '../platform/tenants.ts';
import { waitUntilIndexed } from '../platform/wait-until-indexed.ts';
import { inParallel } from './in-parallel.ts';

/** Ways to distribute the collections of a data set over tenants. */
export const LAYOUTS = ['separate', 'no-conversations', 'pooled', 'filtered'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Dependencies of a quality measurement. */
export interface QualityContext {
  clock: Clock;
  /** Creates a tenant with this name. */
  tenant(name: string): Promise<Tenant>;
  log(message: string): void;
}

/** A collection whose items are stored. */
export interface StoredCollection {
  collection: Collection;
  tenant: Tenant;
  /** IDs of the items of this collection by memory ID. */
  itemIdOf: ReadonlyMap<string, string>;
  /** Parameters that restrict a search in the tenant to the collection. */
  filter: Readonly<Record<string, unknown>>;
}

const BULK_SIZE = 500;
const PARALLEL_COLLECTIONS = 4;
const INDEXING_TIMEOUT_MS = 300_000;

/** Returns the name of the scenario that measures a data set in a layout. */
export const scenarioOf = ({ name }: Pick<DataSet, 'name'>, layout: Layout): string =>
  layout === 'separate' ? name : `${name}-${layout}`;

/**
 * Returns those of the layouts that differ for a data set: without conversations, `no-conversations` equals `separate`, and
 * with a single collection, `pooled` and `filtered` equal `separate`.
 */
export function usefulLayouts({ collections }: DataSet, layouts: readonly Layout[]): Layout[] {
  const hasConversations = collections.some(({ items }) =>
    items.some((item) => item.conversation !== undefined),
  );
  const isUseful: Record<Layout, boolean> = {
    separate: true,
    'no-conversations': hasConversations,
    pooled: collections.length > 1,
    filtered: collections.length > 1,
  };
  return layouts.filter((layout) => isUseful[layout]);
}

/**
 * Stores each collection in its own tenant, or all of them in one tenant for the layouts `pooled` and `filtered`. Waits
 * until all items are indexed.
 */
export async function storeDataSet(
  context: QualityContext,
  { name, collections }: DataSet,
  layout: Layout,
): Promise<StoredCollection[]> {
  if (layout === 'pooled' || layout === 'filtered') {
    const tenant = await context.tenant(`${name} pooled`);
    const stored: StoredCollection[] = [];
    for (const collection of collections) {
      const itemIdOf = await storeItems(tenant, collection, { isPooled: true, withConversations: true });
      const filter = layout === 'filtered' ? { tags: tagOf(collection) } : {};
      stored.push({ collection, tenant, itemIdOf, filter });
    }
    await waitFor(context, tenant, stored);
    return stored;
  }
  const withConversations = layout === 'separate';
  return inParallel(collections, PARALLEL_COLLECTIONS, async (collection) => {
    const tenant = await context.tenant(`${name} ${collection.name}`);
    const itemIdOf = await storeItems(tenant, collection, { isPooled: false, withConversations });
    const stored = { collection, tenant, itemIdOf, filter: {} };
    await waitFor(context, tenant, [stored]);
    return stored;
  });
}

async function storeItems(
  tenant: Tenant,
  collection: Collection,
  { isPooled, withConversations }: { isPooled: boolean; withConversations: boolean },
): Promise<Map<string, string>> {
  const itemIdOf = new Map<string, string>();
  // The requests run one after the other, because the order of creation must be the order of the items.
  for (let start = 0; start < collection.items.length; start += BULK_SIZE) {
    const items = collection.items.slice(start, start + BULK_SIZE);
    const memories = items.map(({ text, conversation, time }) => ({
      content: text,
      ...(time !== undefined && { occurred_at: time }),
      ...(withConversations &&
        conversation !== undefined && {
          // Collections can have conversations with the same name.
          metadata: { conversation_id: isPooled ? `${collection.name} ${conversation}` : conversation },
        }),
      ...(isPooled && { tags: [tagOf(collection)] }),
    }));
    const { results } = await tenant.stores.call<{ results: { id?: string; error?: { message: string } }[] }>(
      'POST',
      '/api/v2/memories/bulk',
      { memories, atomic: true },
      201,
    );
    for (const [i, { id, error }] of results.entries()) {
      if (id === undefined) throw new Error(`The item ${items[i]!.id} was not stored: ${error?.message}`);
      itemIdOf.set(id, items[i]!.id);
    }
  }
  return itemIdOf;
}

/** Tag of the items of a collection in a pooled tenant. */
const tagOf = ({ name }: Collection): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

async function waitFor(
  { clock }: QualityContext,
  tenant: Tenant,
  stored: readonly StoredCollection[],
): Promise<void> {
  const count = stored.reduce((sum, { itemIdOf }) => sum + itemIdOf.size, 0);
  await waitUntilIndexed(tenant.stores, count, { timeoutMs: INDEXING_TIMEOUT_MS, clock });
}
