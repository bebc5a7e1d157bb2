import type { Database } from '@loci/postgres';
import type { LoadEdges } from '../graph-store/graph-store.ts';
import { EDGE_BYTES, EDGE_LAYOUT } from '../graph-store/packed-edges.ts';
import type { PackedEdges } from '../graph-store/packed-edges.ts';

const PAGE_SIZE = 10_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface PageRow {
  /** Null when there are none. */
  bytes: string | null;
  kinds: string;
}

/**
 * Reads a tenant's relationships for a graph store, in pages by id. What is written meanwhile may or may not
 * be in it: the store hears of it by itself and compares revisions.
 */
export function graphEdgeLoader({ inTransaction }: Pick<Database, 'inTransaction'>): LoadEdges {
  /** A page as one value of bytes: rows of columns take the driver many times as long, and lines of text twice. */
  async function readPage(tenantId: string, afterId: string): Promise<PackedEdges> {
    const [row] = await inTransaction(tenantId, async (tx) => {
      const [, page] = await Promise.all([
        // A table that is not analysed yet looks small, and would be sorted whole for every page.
        tx.query('SET LOCAL enable_sort = off', [], 'relationship-load-by-index'),
        tx.query<PageRow>(
          // In the order of EDGE_LAYOUT; base64 is two thirds of what the driver's own form of bytes takes.
          `SELECT encode(string_agg(uuid_send(id) || uuid_send(from_id) || uuid_send(to_id) || float8send(strength)
               || float8send(confidence) || float8send(revision), ''), 'base64') AS bytes,
             string_agg(relationship_type || ' ' || direction_type, E'\\n') AS kinds
           FROM (SELECT * FROM relationships WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3) page`,
          [tenantId, afterId, PAGE_SIZE],
        ),
      ]);
      return page;
    });
    const bytes = Buffer.from(row!.bytes ?? '', 'base64');
    return {
      count: bytes.length / EDGE_BYTES,
      bytes: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      kinds: row!.bytes === null ? [] : row!.kinds.split('\n'),
    };
  }

  return async function* loadEdges(tenantId) {
    let next = readPage(tenantId, FIRST_ID);
    let page: PackedEdges;
    do {
      page = await next;
      if (page.count === PAGE_SIZE) {
        // Asked for now, it is there when this one has been taken in.
        next = readPage(tenantId, lastId(page));
        next.catch(() => undefined);
      }
      yield page;
    } while (page.count === PAGE_SIZE);
  };
}

function lastId({ bytes, count }: PackedEdges): string {
  const start = bytes.byteOffset + (count - 1) * EDGE_BYTES + EDGE_LAYOUT.id;
  return Buffer.from(bytes.buffer, start, 16).toString('hex');
}
