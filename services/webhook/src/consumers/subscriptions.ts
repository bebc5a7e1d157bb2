import type { Database } from '@loci/postgres';

/** The subscription of an enabled webhook. */
export interface Subscription {
  tenantId: string;
  webhookId: string;
  eventTypes: readonly string[];
  createdAt: Date;
}

/** Subscriptions by tenant. */
export interface Subscriptions {
  /** Returns the subscriptions of the enabled webhooks of tenants. */
  load(tenantIds: readonly string[]): Promise<Subscription[]>;
  /** Must be called after a change to a webhook of the tenant was committed. */
  invalidate(tenantId: string): void;
}

export interface SubscriptionsOptions {
  database: Pick<Database, 'inSystemTransaction'>;
  /** True to load the subscriptions of a tenant only once. Requires that only this process changes webhooks. */
  cache: boolean;
}

/** Maximum number of tenants in the cache. The tenants that were loaded first are removed. */
const MAX_TENANTS = 10_000;

export function createSubscriptions({ database, cache }: SubscriptionsOptions): Subscriptions {
  const cached = new Map<string, Subscription[]>();
  /** Increases with each invalidation, so that a load that started before does not fill the cache. */
  let generation = 0;

  async function read(tenantIds: readonly string[]): Promise<Map<string, Subscription[]>> {
    const rows = await database.inSystemTransaction((tx) =>
      tx.query<{ tenant_id: string; id: string; event_types: string[]; created_at: Date }>(
        `SELECT tenant_id, id, event_types, created_at FROM webhooks
         WHERE tenant_id = ANY($1::uuid[]) AND disabled_at IS NULL`,
        [tenantIds],
        'load-subscriptions',
      ),
    );
    const found = new Map<string, Subscription[]>(tenantIds.map((tenantId) => [tenantId, []]));
    for (const row of rows) {
      found.get(row.tenant_id)!.push({
        tenantId: row.tenant_id,
        webhookId: row.id,
        eventTypes: row.event_types,
        createdAt: row.created_at,
      });
    }
    return found;
  }

  return {
    load: async (tenantIds) => {
      const missing = tenantIds.filter((tenantId) => !cached.has(tenantId));
      const known = tenantIds.flatMap((tenantId) => cached.get(tenantId) ?? []);
      if (missing.length === 0) return known;
      const startedAt = generation;
      const loaded = await read(missing);
      if (cache && startedAt === generation) {
        for (const [tenantId, subscriptions] of loaded) cached.set(tenantId, subscriptions);
        while (cached.size > MAX_TENANTS) cached.delete(cached.keys().next().value!);
      }
      return [...known, ...[...loaded.values()].flat()];
    },
    invalidate: (tenantId) => {
      generation++;
      cached.delete(tenantId);
    },
  };
}
