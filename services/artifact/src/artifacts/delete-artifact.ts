import type { Caller } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import type { InTransaction } from '@loci/postgres';
import { deleteOrphanedObject } from '../objects/delete-orphaned-object.ts';
import type { OrphanedObjectRepository } from '../objects/orphaned-object.repository.ts';
import type { ArtifactPath } from './artifact-path.ts';
import type { ArtifactRepository } from './artifact.repository.ts';
import { artifactNotFound } from './artifact.ts';

export interface DeleteArtifactDeps {
  inTransaction: InTransaction;
  artifacts: Pick<ArtifactRepository, 'remove'>;
  orphanedObjects: Pick<OrphanedObjectRepository, 'add' | 'claim'>;
  objects: Pick<ObjectStore, 'delete'>;
  now(): Date;
}

/**
 * Deletes a file for good; its folders stay. Its content goes at once, or later when the object store is down.
 * @throws RES_NOT_FOUND, also for a folder
 * @see SPEC.md "Artifacts" 4
 */
export async function deleteArtifact(
  deps: DeleteArtifactDeps,
  caller: Caller,
  path: ArtifactPath,
): Promise<void> {
  const removed = await deps.inTransaction(caller.tenantId, async (tx) => {
    const artifact = await deps.artifacts.remove(tx, caller.tenantId, path);
    if (!artifact) throw artifactNotFound(path);
    await deps.orphanedObjects.add(tx, artifact, deps.now());
    return artifact;
  });
  await deleteOrphanedObject(deps, removed);
}
