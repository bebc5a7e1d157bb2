import type { CallOptions, DocumentClient, DocumentSummary } from '@loci/contracts';
import { extractRuns } from '../terms/extract-runs.ts';
import type { TermSource } from '../terms/vocabulary.ts';
import type { WindowBounds } from './time-window.ts';

export interface WindowDocuments {
  /** Newest first. */
  documents: DocumentSummary[];
  /** Their text, as the topics count it. */
  chunks: TermSource[];
}

/** A window may hold a library: what is beyond says little more about its topics. */
const MAX_DOCUMENTS = 50;
const MAX_CHUNKS = 500;

export const NO_DOCUMENTS: WindowDocuments = { documents: [], chunks: [] };

/**
 * The documents of a window, asked of the document service; the newest {@link MAX_DOCUMENTS}, and of their text the
 * first {@link MAX_CHUNKS} chunks.
 *
 * @throws SYS_SERVICE_UNAVAILABLE
 * @see DECISIONS.md "Analysis" (include_documents)
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
      // Their bound is inclusive, ours is not.
      created_to: before === null ? null : new Date(before.getTime() - 1).toISOString(),
      limit: Math.min(newest ?? MAX_DOCUMENTS, MAX_DOCUMENTS),
    },
    options,
  );
  if (documents.length === 0) return NO_DOCUMENTS;
  const ids = documents.map(({ id }) => id);
  const contents = await document.chunkContents(tenantId, ids, MAX_CHUNKS, options);
  return { documents, chunks: contents.map(({ content }) => ({ runs: extractRuns(content) })) };
}
