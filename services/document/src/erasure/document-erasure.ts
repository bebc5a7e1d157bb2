import type { ObjectStore } from '@loci/object-store';
import { uploadErasure } from '@loci/resumable-uploads';
import type { UploadDeps } from '@loci/resumable-uploads';
import {
  COUNTER_TABLES,
  UNAPPLIED_EVENTS,
  auditLogStore,
  idempotencyKeyStore,
  isErased,
  objectStore,
  outboxStore,
  tableStore,
} from '@loci/service-hosting';
import type { ServiceErasure } from '@loci/service-hosting';
import { eraseDocuments } from './erase-documents.ts';
import type { EraseDocumentsDeps } from './erase-documents.ts';

export interface DocumentErasureDeps extends EraseDocumentsDeps {
  objects: EraseDocumentsDeps['objects'] & Pick<ObjectStore, 'head'> & UploadDeps['objects'];
  kind: UploadDeps['kind'];
}

/** Lists the documents that a user uploaded, and every store of the service that an erasure searches. */
export function documentErasure(deps: DocumentErasureDeps): ServiceErasure {
  const { database, objects } = deps;
  const uploads = uploadErasure(deps);
  return {
    database,
    collected: [
      uploads.collected,
      {
        kind: 'document',
        select:
          'SELECT id FROM documents WHERE tenant_id = :tenant AND user_id = :user AND created_at <= :until',
      },
      {
        kind: 'chunk',
        select: `SELECT id FROM chunks WHERE tenant_id = :tenant AND ${isErased('document_id')}`,
      },
    ],
    stores: [
      ...uploads.stores,
      {
        ...tableStore(database, {
          table: 'documents',
          where: 'user_id = :user AND created_at <= :until',
          erase: 'follows',
        }),
        erase: (erasure, mustStop) => eraseDocuments(deps, erasure, mustStop),
      },
      tableStore(database, { table: 'chunks', where: isErased('document_id'), erase: 'follows' }),
      objectStore(database, {
        name: 'document_files',
        kinds: ['document'],
        countOf: async (tenantId, ids) => {
          let found = 0;
          for (const id of ids) {
            if ((await objects.head(`${tenantId}/document/${id}`)) !== null) found += 1;
          }
          return found;
        },
      }),
      outboxStore(database),
      idempotencyKeyStore(database),
      auditLogStore(database),
      UNAPPLIED_EVENTS,
      ...COUNTER_TABLES,
    ],
  };
}
