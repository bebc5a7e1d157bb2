import type { UserErasure } from '@loci/contracts';
import type { ObjectStore } from '@loci/object-store';
import type { InTransaction } from '@loci/postgres';
import { queryErasure } from '@loci/service-hosting';
import type { ErasureDatabase } from '@loci/service-hosting';
import type { ArtifactRepository } from '../artifacts/artifact.repository.ts';
import type { ArtifactPath } from '../artifacts/artifact-path.ts';
import { deleteOrphanedObject } from '../objects/delete-orphaned-object.ts';
import type { OrphanedObjectRepository } from '../objects/orphaned-object.repository.ts';

export interface EraseArtifactsDeps {
  database: ErasureDatabase;
  inTransaction: InTransaction;
  artifacts: Pick<ArtifactRepository, 'remove'>;
  orphanedObjects: Pick<OrphanedObjectRepository, 'add' | 'claim'>;
  objects: Pick<ObjectStore, 'delete'>;
  now(): Date;
}

/** Number of files that one statement lists. Each file is deleted in its own transaction. */
const BATCH_SIZE = 100;

/**
 * Deletes the recorded files.
 *
 * @returns false if `mustStop` returned true before all files were deleted
 */
export async function eraseArtifacts(
  deps: EraseArtifactsDeps,
  erasure: UserErasure,
  mustStop: () => boolean,
): Promise<boolean> {
  for (;;) {
    const paths = await deps.database.inSystemTransaction((tx) =>
      queryErasure<ArtifactPath>(
        tx,
        erasure,
        `SELECT folder, name FROM entries WHERE tenant_id = :tenant AND artifact_id IN (
           SELECT id FROM erased_objects WHERE tenant_id = :tenant AND erasure_id = :erasure AND kind = 'artifact')
         ORDER BY folder, name LIMIT ${BATCH_SIZE}`,
      ),
    );
    for (const path of paths) {
      if (mustStop()) return false;
      await eraseArtifact(deps, erasure, path);
    }
    if (paths.length < BATCH_SIZE) return true;
  }
}

async function eraseArtifact(
  deps: EraseArtifactsDeps,
  erasure: UserErasure,
  path: ArtifactPath,
): Promise<void> {
  const removed = await deps.database.inSystemTransaction(async (tx) => {
    // Another user can have saved another file at the path.
    const [recorded] = await queryErasure(
      tx,
      erasure,
      `SELECT 1 FROM entries WHERE tenant_id = :tenant AND folder = $1 AND name = $2 AND artifact_id IN (
         SELECT id FROM erased_objects WHERE tenant_id = :tenant AND erasure_id = :erasure) FOR UPDATE`,
      [path.folder, path.name],
    );
    if (recorded === undefined) return null;
    const artifact = await deps.artifacts.remove(tx, erasure.tenant_id, path);
    if (artifact) await deps.orphanedObjects.add(tx, artifact, deps.now());
    return artifact;
  });
  if (removed) await deleteOrphanedObject(deps, removed);
}

/** SQL condition on a folder: no file and no folder is in it. */
const EMPTY_FOLDER = `NOT EXISTS (SELECT 1 FROM entries below WHERE below.tenant_id = :tenant
  AND below.folder = (CASE entries.folder WHEN '/' THEN '/' ELSE entries.folder || '/' END) || entries.name)`;

/**
 * Deletes the folders that the user created and that are empty. A folder that becomes empty by this is deleted as well.
 * In the other folders, which have files of other users, replaces the user by the pseudonym.
 *
 * @returns false if `mustStop` returned true before all folders were deleted
 */
export async function eraseFolders(
  { database }: Pick<EraseArtifactsDeps, 'database'>,
  erasure: UserErasure,
  mustStop: () => boolean,
): Promise<boolean> {
  for (let deleted = 1; deleted > 0;) {
    if (mustStop()) return false;
    deleted = await database.inSystemTransaction(async (tx) => {
      // The lock waits for concurrent saves, whose files must be visible to the next statement.
      await tx.query('LOCK TABLE entries IN SHARE ROW EXCLUSIVE MODE');
      const rows = await queryErasure(
        tx,
        erasure,
        `DELETE FROM entries WHERE tenant_id = :tenant AND user_id = :user AND artifact_id IS NULL
           AND ${EMPTY_FOLDER} RETURNING 1`,
      );
      return rows.length;
    });
  }
  await database.inSystemTransaction((tx) =>
    queryErasure(
      tx,
      erasure,
      `UPDATE entries SET user_id = :pseudonym
       WHERE tenant_id = :tenant AND user_id = :user AND artifact_id IS NULL`,
    ),
  );
  return true;
}

/** Counts the files of a tenant that were saved before the user of a file was recorded. */
export const countFilesWithoutUser = (
  { database }: Pick<EraseArtifactsDeps, 'database'>,
  tenantId: string,
): Promise<number> =>
  database.inSystemTransaction(async (tx) => {
    const [row] = await tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM entries
       WHERE tenant_id = $1 AND artifact_id IS NOT NULL AND user_id IS NULL`,
      [tenantId],
    );
    return row!.count;
  });
