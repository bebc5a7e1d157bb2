import { z } from 'zod';
import { documentCitation } from './search-client.ts';

/** `client_id` of the portal. Users can manage their API keys only with access tokens of this client. */
export const PORTAL_CLIENT_ID = 'loci-portal';

/** Path of the operation that returns one document chunk with its neighbors. Only the portal uses it. */
export const DOCUMENT_CHUNK_ROUTE = '/api/v2/documents/chunks/:chunk_id';

/** Returns the path of {@link DOCUMENT_CHUNK_ROUTE} for one chunk. */
export const documentChunkPath = (chunkId: string): string =>
  DOCUMENT_CHUNK_ROUTE.replace(':chunk_id', chunkId);

/** `data` in the response of {@link DOCUMENT_CHUNK_ROUTE}. */
export const documentChunkResponse = z.object({
  id: z.guid(),
  document: documentCitation.extend({ filename: z.string() }),
  /** Creation time of the document. */
  created_at: z.string(),
  /** MIME type of the document. */
  content_type: z.string(),
  content: z.string(),
  /** The preceding chunk. Null for the first chunk. */
  previous: z.object({ id: z.guid(), content: z.string() }).nullable(),
  /** The following chunk. Null for the last chunk. */
  next: z.object({ id: z.guid(), content: z.string() }).nullable(),
});

export type DocumentChunkResponse = z.infer<typeof documentChunkResponse>;
