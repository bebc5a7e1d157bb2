import type { ObjectStore } from '@loci/object-store';
import { uploadErasure } from '@loci/resumable-uploads';
import type { UploadDeps } from '@loci/resumable-uploads';
import {
  COUNTER_TABLES,
  auditLogStore,
  idempotencyKeyStore,
  isErased,
  objectStore,
  tableStore,
} from '@loci/service-hosting';
import type { ServiceErasure } from '@loci/service-hosting';
import { countFilesWithoutUser, eraseArtifacts, eraseFolders } from './erase-artifacts.ts';
import type { EraseArtifactsDeps } from './erase-artifacts.ts';

export interface ArtifactErasureDeps extends EraseArtifactsDeps {
  objects: EraseArtifactsDeps['objects'] & Pick<ObjectStore, 'head'> & UploadDeps['objects'];
  kind: UploadDeps['kind'];
}

const SAVED_BY_USER = 'user_id = :user AND artifact_id IS NOT NULL AND last_modified <= :until';

/** Lists the files that a user saved, and every store of the service that an erasure searches. */
export function artifactErasure(deps: ArtifactErasureDeps): ServiceErasure {
  const { database, objects } = deps;
  const uploads = uploadErasure(deps);
  return {
    database,
    collected: [
      uploads.collected,
      {
        kind: 'artifact',
        select: `SELECT artifact_id AS id FROM entries WHERE tenant_id = :tenant AND ${SAVED_BY_USER}`,
      },
    ],
    stores: [
      ...uploads.stores,
      {
        ...tableStore(database, { name: 'files', table: 'entries', where: SAVED_BY_USER, erase: 'follows' }),
        erase: (erasure, mustStop) => eraseArtifacts(deps, erasure, mustStop),
      },
      {
        ...tableStore(database, {
          name: 'folders',
          table: 'entries',
          where: 'user_id = :user AND artifact_id IS NULL',
          erase: 'follows',
        }),
        erase: (erasure, mustStop) => eraseFolders(deps, erasure, mustStop),
      },
      tableStore(database, {
        table: 'orphaned_objects',
        where: isErased(`split_part(object_key, '/', 3)::uuid`),
        erase: 'follows',
      }),
      objectStore(database, {
        name: 'artifact_files',
        kinds: ['artifact'],
        countOf: async (tenantId, ids) => {
          let found = 0;
          for (const id of ids) {
            if ((await objects.head(`${tenantId}/artifact/${id}`)) !== null) found += 1;
          }
          return found;
        },
      }),
      idempotencyKeyStore(database),
      auditLogStore(database),
      ...COUNTER_TABLES,
    ],
    unattributed: async (tenantId) => ({ files: await countFilesWithoutUser(deps, tenantId) }),
  };
}
