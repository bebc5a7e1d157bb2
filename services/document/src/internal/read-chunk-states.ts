import type { DocumentChunks } from '@loci/events';
import type { Database } from '@loci/postgres';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import { toDocumentChunks } from '../documents/document.events.ts';
import type { DocumentRepository } from '../documents/document.repository.ts';

export interface ReadChunkStatesDeps {
  database: Pick<Database, 'inTransaction'>;
  documents: Pick<DocumentRepository, 'findMany'>;
  chunks: Pick<ChunkRepository, 'findMany'>;
}

/** Returns the event state of each chunk with its document, in no particular order. Ignores unknown ids. */
export async function readChunkStates(
  { database, documents, chunks }: ReadChunkStatesDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<DocumentChunks[]> {
  return database.inTransaction(tenantId, async (tx) => {
    const found = await chunks.findMany(tx, tenantId, ids);
    const documentIds = [...new Set(found.map((chunk) => chunk.documentId))];
    const byId = new Map((await documents.findMany(tx, tenantId, documentIds)).map((one) => [one.id, one]));
    return found.flatMap((chunk) => {
      const document = byId.get(chunk.documentId);
      // The document may have been deleted between the two queries.
      return document ? [toDocumentChunks(document, [chunk])] : [];
    });
  });
}
