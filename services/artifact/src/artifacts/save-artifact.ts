import type { Caller } from '@loci/core';
import { isAppError, unavailable } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import type { InTransaction, Transaction } from '@loci/postgres';
import { deleteOrphanedObject } from '../objects/delete-orphaned-object.ts';
import type { OrphanedObjectRepository } from '../objects/orphaned-object.repository.ts';
import type { ArtifactPath } from './artifact-path.ts';
import type { ArtifactRepository } from './artifact.repository.ts';
import { buildArtifact, pathConflictError, encodeContent } from './artifact.ts';
import type { Artifact } from './artifact.ts';

export interface SaveArtifactDeps {
  inTransaction: InTransaction;
  artifacts: Pick<ArtifactRepository, 'findConflict' | 'addFolders' | 'insert'>;
  orphanedObjects: Pick<OrphanedObjectRepository, 'add' | 'claim'>;
  objects: Pick<ObjectStore, 'put' | 'delete'>;
  newId(): string;
  now(): Date;
}

/** Far longer than writing an object takes: a save that takes longer than this fails. */
const CLAIM_WITHIN_MS = 3_600_000;

/**
 * Stores a file at a path where nothing is, or nothing at all. Of saves to one path at the same moment exactly one
 * succeeds. The object is announced in the journal, written, and claimed in the transaction that makes it visible:
 * whatever ends in between is removed by a job.
 *
 * @param path valid
 * @throws VAL_FIELD_TOO_LONG (413) over 1 MB; RES_ALREADY_EXISTS when the path is taken, is a folder, or lies
 *   below a file
 * @see SPEC.md "Artifacts" 1; DECISIONS.md "Artifacts"
 */
export async function saveArtifact(
  deps: SaveArtifactDeps,
  caller: Caller,
  path: ArtifactPath,
  content: string,
): Promise<Artifact> {
  const bytes = encodeContent(content);
  const artifact = buildArtifact(caller, path, bytes, deps.newId(), deps.now());
  await deps.inTransaction(caller.tenantId, async (tx) => {
    await refuseObstacle(deps, tx, artifact);
    const removableAt = new Date(artifact.lastModified.getTime() + CLAIM_WITHIN_MS);
    await deps.orphanedObjects.add(tx, artifact, removableAt);
  });
  await deps.objects.put(artifact.objectKey, bytes);
  try {
    await deps.inTransaction(caller.tenantId, (tx) => publish(deps, tx, artifact));
  } catch (error) {
    // Any other error may be that of a commit which went through all the same.
    if (isAppError(error) && error.code === 'RES_ALREADY_EXISTS') await deleteOrphanedObject(deps, artifact);
    throw error;
  }
  return artifact;
}

/** Makes the artifact visible. One round trip: what it finds out afterwards rolls everything back. */
async function publish(deps: SaveArtifactDeps, tx: Transaction, artifact: Artifact): Promise<void> {
  const { tenantId, path } = artifact;
  const [claimed, fileAmongFolders, inserted] = await Promise.all([
    deps.orphanedObjects.claim(tx, artifact),
    deps.artifacts.addFolders(tx, tenantId, path),
    deps.artifacts.insert(tx, artifact),
  ]);
  if (!claimed) throw unavailable('The object store', new Error('Writing the object took too long.'));
  if (fileAmongFolders) throw pathConflictError(path, { kind: 'parent-is-file', path: fileAmongFolders });
  if (inserted) return;
  await refuseObstacle(deps, tx, artifact);
  // Whoever took the path has left it again.
  throw pathConflictError(path, { kind: 'file', path });
}

async function refuseObstacle(
  { artifacts }: Pick<SaveArtifactDeps, 'artifacts'>,
  tx: Transaction,
  { tenantId, path }: Artifact,
): Promise<void> {
  const obstacle = await artifacts.findConflict(tx, tenantId, path);
  if (obstacle) throw pathConflictError(path, obstacle);
}
