import type { Caller } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import { blankResponses, recordAudit } from '@loci/postgres';
import type { InTransaction } from '@loci/postgres';
import type { LastTransactions } from '@loci/service-hosting';
import { deleteOrphanedObject } from '../objects/delete-orphaned-object.ts';
import type { OrphanedObjectRepository } from '../objects/orphaned-object.repository.ts';
import type { ArtifactPath } from './artifact-path.ts';
import type { ArtifactRepository } from './artifact.repository.ts';
import { artifactNotFound } from './artifact.ts';

export interface DeleteArtifactDeps {
  inTransaction: InTransaction;
  inLastTransaction: LastTransactions['inLastTransaction'];
  artifacts: Pick<ArtifactRepository, 'remove'>;
  orphanedObjects: Pick<OrphanedObjectRepository, 'add' | 'claim'>;
  objects: Pick<ObjectStore, 'delete'>;
  now(): Date;
}

/**
 * Deletes a file permanently. Its folders stay. If the object store is unavailable, a job deletes the content later.
 *
 * @param toOutcome returns the response, which is stored for the idempotency key of the request
 * @throws RES_NOT_FOUND if the path does not exist or is a folder
 * @see docs/reference/artifacts.md#delete-an-artifact
 */
export async function deleteArtifact(
  deps: DeleteArtifactDeps,
  caller: Caller,
  path: ArtifactPath,
  toOutcome: () => unknown,
): Promise<void> {
  const removed = await deps.inLastTransaction(
    caller.tenantId,
    async (tx) => {
      const artifact = await deps.artifacts.remove(tx, caller.tenantId, path);
      if (!artifact) throw artifactNotFound(path);
      const { tenantId, id } = artifact;
      await Promise.all([
        deps.orphanedObjects.add(tx, artifact, deps.now()),
        blankResponses(tx, tenantId, [id]),
        recordAudit(tx, { tenantId, action: 'delete', objectType: 'artifact', objectIds: [id] }),
      ]);
      return artifact;
    },
    toOutcome,
  );
  await deleteOrphanedObject(deps, removed);
}
