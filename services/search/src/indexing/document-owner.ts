import type { DocumentClient } from '@loci/contracts';
import { documentChunksSchema } from '@loci/events';
import { toChunkChange } from './chunk-change.ts';
import type { ItemOwner } from './item-owner.ts';

/** `ItemOwner` of document chunks. Reads them from the document service. */
export const documentOwner = (
  document: Pick<DocumentClient, 'tenants' | 'chunkRevisions' | 'chunkStates'>,
): ItemOwner => ({
  kind: 'chunk',
  tenants: (after, limit) => document.tenants(after, limit),
  revisions: (tenantId, { afterId, limit }) => document.chunkRevisions(tenantId, afterId, limit),
  changes: async (tenantId, ids) =>
    (await document.chunkStates(tenantId, ids)).flatMap(({ state }) => {
      const { chunks, ...rest } = documentChunksSchema.parse(state);
      return chunks.map((chunk) => toChunkChange(tenantId, rest, chunk));
    }),
});
