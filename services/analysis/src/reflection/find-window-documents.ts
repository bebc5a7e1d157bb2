import { mapInSlices } from '@loci/async';
import type { CallOptions, DocumentClient, DocumentSummary } from '@loci/contracts';
import { extractRuns } from '../terms/extract-runs.ts';
import { serializeRuns } from '../terms/serialize-runs.ts';
import type { TermSource } from '../terms/vocabulary.ts';
import type { WindowBounds } from './time-window.ts';

export interface WindowDocuments {
  /** Documents that were uploaded in the time window, newest first. */
  documents: DocumentSummary[];
  /** Texts of chunks of the documents. */
  chunks: TermSource[];
}

/**
 * Maximum numbers of documents and chunks that are read. They limit the cost of windows with many documents.
 */
const MAX_DOCUMENTS = 50;
const MAX_CHUNKS = 500;

export const NO_DOCUMENTS: WindowDocuments = { documents: [], chunks: [] };

/**
 * Reads the newest {@link MAX_DOCUMENTS} documents of a window, and at most {@link MAX_CHUNKS} of their chunks in
 * total, from the document service.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the document service is unavailable
 * @see docs/reference/analysis.md#reflect-response
 */
export async function findWindowDocuments(
  document: Pick<DocumentClient, 'documents' | 'chunkContents'>,
  tenantId: string,
  { from, before, newest }: WindowBounds,
  options: CallOptions,
): Promise<WindowDocuments> {
  const documents = await document.documents(
    {
      tenant_id: tenantId,
      created_from: from?.toISOString() ?? null,
      // `created_to` is an inclusive bound, and `before` is an exclusive one.
      created_to: before === null ? null : new Date(before.getTime() - 1).toISOString(),
      limit: Math.min(newest ?? MAX_DOCUMENTS, MAX_DOCUMENTS),
    },
    options,
  );
  if (documents.length === 0) return NO_DOCUMENTS;
  const ids = documents.map(({ id }) => id);
  const contents = await document.chunkContents(tenantId, ids, MAX_CHUNKS, options);
  return {
    documents,
    chunks: await mapInSlices(contents, ({ content }) => ({ runs: serializeRuns(extractRuns(content)) })),
  };
}
