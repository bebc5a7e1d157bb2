import { join } from 'node:path';
import {
  createBuiltinEmbedder,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorIndex,
} from '@loci/search-service/embedded';
import { eventually } from '../support/eventually.ts';
import { openSuperuserDatabase } from '../support/platform-process.ts';
import type { PlatformProcess } from '../support/platform-process.ts';

/** Revision of each searchable memory of a tenant, by id. */
export type Revisions = ReadonlyMap<string, number>;

/** What PostgreSQL holds of a tenant that a search may find. */
export async function readStoredRevisions(dataDir: string, tenantId: string): Promise<Revisions> {
  const truth = openSuperuserDatabase(dataDir);
  try {
    const rows = await truth.inSystemTransaction((tx) =>
      tx.query<{ id: string; revision: string }>(
        `SELECT id, revision FROM memory.memories WHERE tenant_id = $1 AND is_active
           AND memory_type NOT IN ('identity_core', 'personality_trait')`,
        [tenantId],
      ),
    );
    return new Map(rows.map(({ id, revision }) => [id, Number(revision)]));
  } finally {
    await truth.close();
  }
}

/** What the index files of a platform that does not run hold of a tenant. */
export async function readIndexedRevisions(
  dataDir: string,
  tenantId: string,
): Promise<{ keyword: Revisions; vector: Revisions }> {
  const indexes = join(dataDir, 'indexes');
  const embedder = createBuiltinEmbedder();
  const onTenantLost = (): void => {
    throw new Error('An index file is damaged.');
  };
  const keyword = createEmbeddedKeywordIndex({ directory: join(indexes, 'keyword'), onTenantLost });
  const vector = createEmbeddedVectorIndex({
    directory: join(indexes, 'vector'),
    model: embedder.model,
    dimension: embedder.dimension,
    onTenantLost,
  });
  try {
    const [inKeyword, inVector] = await Promise.all(
      [keyword, vector].map(async (index) => {
        const entries = await index.revisions(tenantId, { afterId: null, limit: 1_000_000 });
        return new Map(entries.filter(({ deleted }) => !deleted).map(({ id, revision }) => [id, revision]));
      }),
    );
    return { keyword: inKeyword!, vector: inVector! };
  } finally {
    await Promise.all([keyword.close(), vector.close(), embedder.close()]);
  }
}

/** Ids at which an index differs from the truth; empty when it agrees. */
export function revisionDifferences(truth: Revisions, index: Revisions): string[] {
  const ids = new Set([...truth.keys(), ...index.keys()]);
  return [...ids].flatMap((id) =>
    truth.get(id) === index.get(id)
      ? []
      : [`${id}: revision ${truth.get(id) ?? 'none'}, indexed ${index.get(id) ?? 'none'}`],
  );
}

/**
 * Waits until nothing waits in any outbox.
 * @throws when that takes longer than `withinMs`
 */
export async function waitUntilConsumed(platform: PlatformProcess, withinMs: number): Promise<void> {
  await eventually(async () => {
    const { text } = await platform.sendToAdminPort({ method: 'GET', path: '/metrics' });
    const lags = [...text.matchAll(/^loci_consumer_lag_events\{[^}]*group="([^"]+)"[^}]*\} (\d+)$/gm)];
    if (lags.length === 0) throw new Error('No consumer group reports how far behind it is.');
    const behind = lags.filter(([, , waiting]) => waiting !== '0');
    if (behind.length > 0) throw new Error(`Events wait: ${behind.map(([line]) => line).join(', ')}`);
  }, withinMs);
}
