import type { Database } from '@loci/postgres';

/** Says whether a tenant has any item in a conversation. */
export type HasConversations = (tenantId: string) => Promise<boolean>;

const MAX_REMEMBERED = 10_000;

/**
 * Remembers a yes, as a search without need only costs time; asks again after a no, which another process may have made wrong
 * a moment ago. The question is one look into an index: asked beside the arms' searches, it delays nothing.
 */
export function conversingTenants({ inOneRoundTrip }: Pick<Database, 'inOneRoundTrip'>): HasConversations {
  const known = new Set<string>();
  return async (tenantId) => {
    if (known.has(tenantId)) return true;
    const [found] = await inOneRoundTrip(tenantId, (tx) =>
      tx.query(
        'SELECT 1 FROM items WHERE tenant_id = $1 AND conversation_id IS NOT NULL AND NOT deleted LIMIT 1',
        [tenantId],
        'items-conversing',
      ),
    );
    if (!found) return false;
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.add(tenantId);
    return true;
  };
}
