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

/** Reads the revisions of the searchable memories of a tenant from PostgreSQL. */
export async function readStoredRevisions(dataDir: string, tenantId: string): Promise<Revisions> {
  const database = openSuperuserDatabase(dataDir);
  try {
    const rows = await database.inSystemTransaction((tx) =>
      tx.query<{ id: string; revision: string }>(
        `SELECT id, revision FROM memory.memories WHERE tenant_id = $1 AND is_active
           AND memory_type NOT IN ('identity_core', 'personality_trait')`,
        [tenantId],
      ),
    );
    return new Map(rows.map(({ id, revision }) => [id, Number(revision)]));
  } finally {
    await database.close();
  }
}

/** Reads the revisions of a tenant from the index files of a stopped platform. */
async function readIndexedRevisions(
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

/** Descriptions of the memories whose revision in an index differs from PostgreSQL. */
export interface IndexDifferences {
  keyword: string[];
  vector: string[];
}

export const NO_DIFFERENCES: IndexDifferences = { keyword: [], vector: [] };

/** Compares the index files of a stopped platform with revisions that were read from PostgreSQL before. */
export async function findIndexDifferences(
  dataDir: string,
  tenantId: string,
  stored: Revisions,
): Promise<IndexDifferences> {
  const { keyword, vector } = await readIndexedRevisions(dataDir, tenantId);
  return { keyword: revisionDifferences(stored, keyword), vector: revisionDifferences(stored, vector) };
}

function revisionDifferences(stored: Revisions, indexed: Revisions): string[] {
  const ids = new Set([...stored.keys(), ...indexed.keys()]);
  return [...ids].flatMap((id) =>
    stored.get(id) === indexed.get(id)
      ? []
      : [`${id}: stored revision ${stored.get(id) ?? 'none'}, indexed revision ${indexed.get(id) ?? 'none'}`],
  );
}

/**
 * Waits until all consumer groups have handled all events.
 *
 * @throws Error with the lag of the groups after `timeoutMs`
 */
export async function waitUntilConsumed(platform: PlatformProcess, timeoutMs: number): Promise<void> {
  await eventually(async () => {
    const { text } = await platform.sendToAdminPort({ method: 'GET', path: '/metrics' });
    const lags = [...text.matchAll(/^loci_consumer_lag_events\{[^}]*group="([^"]+)"[^}]*\} (\d+)$/gm)];
    if (lags.length === 0) throw new Error('The metrics contain no consumer lag.');
    const lagging = lags.filter(([, , events]) => events !== '0');
    if (lagging.length > 0) throw new Error(`Pending events: ${lagging.map(([line]) => line).join(', ')}`);
  }, timeoutMs);
}
