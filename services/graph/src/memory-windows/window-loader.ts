import type { Database } from '@loci/postgres';
import type { IdPage } from '@loci/reconciliation';
import type { LoadWindows, NodeWindow } from '../graph-store/graph-store.ts';
import { memoryWindowRepository } from './memory-window.repository.ts';

const PAGE_SIZE = 5_000;

/**
 * Creates a function that reads the windows of a tenant's memories for a graph store. Concurrent changes may be missing.
 * The store receives them separately and compares revisions.
 */
export const windowLoader = ({ inTransaction }: Pick<Database, 'inTransaction'>): LoadWindows =>
  async function* loadWindows(tenantId) {
    for (let afterId: string | null = null; ;) {
      const page: IdPage = { afterId, limit: PAGE_SIZE };
      const windows: NodeWindow[] = await inTransaction(tenantId, (tx) =>
        memoryWindowRepository.list(tx, tenantId, page),
      );
      if (windows.length > 0) yield windows;
      if (windows.length < PAGE_SIZE) return;
      afterId = windows.at(-1)!.id;
    }
  };
