import { countObjects, deleteObjects } from '@loci/object-store';
import { erasedIds, objectStore, queryErasure, tableStore } from '@loci/service-hosting';
import type { CollectedObjects, ErasureDatabase, ErasureStore } from '@loci/service-hosting';
import { uploadPrefix } from './upload.ts';
import type { UploadDeps } from './upload.ts';

const OF_USER = 'user_id = :user AND created_at <= :until';

/** Lists the uploads of a user, and the stores with their rows and bytes, for the erasure of a user. */
export function uploadErasure({
  kind,
  database,
  objects,
}: Pick<UploadDeps, 'kind' | 'objects'> & { database: ErasureDatabase }): {
  collected: CollectedObjects;
  stores: ErasureStore[];
} {
  return {
    collected: {
      kind: 'upload',
      select: `SELECT id FROM resumable_uploads WHERE tenant_id = :tenant AND ${OF_USER}`,
    },
    stores: [
      {
        ...objectStore(database, {
          name: 'upload_files',
          kinds: ['upload'],
          countOf: async (tenantId, ids) => {
            let found = 0;
            for (const id of ids) found += await countObjects(objects, uploadPrefix(kind, tenantId, id));
            return found;
          },
        }),
        erase: async (erasure, mustStop) => {
          // A request that is appending bytes fails when it stores its next part, and deletes the part.
          await database.inSystemTransaction((tx) =>
            queryErasure(
              tx,
              erasure,
              `UPDATE resumable_uploads SET expires_at = '-infinity' WHERE tenant_id = :tenant AND ${OF_USER}`,
            ),
          );
          for await (const ids of erasedIds(database, erasure, ['upload'])) {
            for (const id of ids) {
              if (mustStop()) return false;
              await deleteObjects(objects, uploadPrefix(kind, erasure.tenant_id, id), mustStop);
            }
          }
          return !mustStop();
        },
      },
      tableStore(database, { table: 'resumable_uploads', where: OF_USER, erase: 'delete' }),
    ],
  };
}
