import { readCounters } from '@loci/postgres';
import type { CounterSource, Transaction } from '@loci/postgres';

/** Name of the counter of the stored documents of a tenant. */
export const DOCUMENTS_COUNTER = 'documents';

/** Name of the counter of the bytes of a tenant's stored files. */
export const DOCUMENT_BYTES_COUNTER = 'document-bytes';

/** Returns the number of a tenant's stored documents. */
export const countStoredDocuments = async (tx: Transaction, tenantId: string): Promise<number> =>
  (await readCounters(tx, tenantId, [DOCUMENTS_COUNTER])).get(DOCUMENTS_COUNTER) ?? 0;

/** Counted table of the document service, and the query for the correct value of its counter. */
export const documentCounterSource: CounterSource = {
  table: 'documents',
  expected: `
    SELECT '${DOCUMENTS_COUNTER}' AS counter, count(*) AS value FROM documents
    WHERE tenant_id = $1 AND visible_until IS NULL HAVING count(*) > 0
    UNION ALL
    SELECT '${DOCUMENT_BYTES_COUNTER}', sum(size_bytes) FROM documents
    WHERE tenant_id = $1 AND visible_until IS NULL HAVING count(*) > 0`,
};
