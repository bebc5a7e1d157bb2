import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import type { LastTransactions } from '@loci/service-hosting';
import type { ArtifactPath } from './artifact-path.ts';
import type { ArtifactRepository } from './artifact.repository.ts';
import { artifactNotFound, pathConflictError } from './artifact.ts';
import type { Artifact } from './artifact.ts';
import { contentTypeOf } from './content-type.ts';

export interface MoveArtifactDeps {
  inLastTransaction: LastTransactions['inLastTransaction'];
  artifacts: Pick<ArtifactRepository, 'findConflict' | 'addFolders' | 'insert' | 'remove'>;
  now(): Date;
}

/**
 * Moves a file to a path at which nothing exists. Keeps its ID and its content, and creates the folders of the new path. The
 * extension of the new name determines the content type of text.
 *
 * @param toOutcome returns the response, which is stored for the idempotency key of the request
 * @throws RES_NOT_FOUND if `from` does not exist or is a folder; RES_ALREADY_EXISTS if `to` exists, is a folder, or is below
 *   a file
 * @see docs/reference/artifacts.md#move-an-artifact
 */
export const moveArtifact = (
  deps: MoveArtifactDeps,
  caller: Caller,
  { from, to }: { from: ArtifactPath; to: ArtifactPath },
  toOutcome: (artifact: Artifact) => unknown,
): Promise<Artifact> =>
  deps.inLastTransaction(
    caller.tenantId,
    async (tx) => {
      await assertNoConflict(deps, tx, caller.tenantId, to);
      const parentFile = await deps.artifacts.addFolders(tx, {
        tenantId: caller.tenantId,
        path: to,
        userId: caller.userId,
      });
      if (parentFile) throw pathConflictError(to, { kind: 'parent-is-file', path: parentFile });
      const artifact = await deps.artifacts.remove(tx, caller.tenantId, from);
      if (!artifact) throw artifactNotFound(from);
      const moved = {
        ...artifact,
        path: to,
        contentType: artifact.isBinary ? artifact.contentType : contentTypeOf(to.name),
        lastModified: deps.now(),
      };
      if (!(await deps.artifacts.insert(tx, moved))) {
        await assertNoConflict(deps, tx, caller.tenantId, to);
        // A concurrent save inserted a file at the path, but that file has been deleted again.
        throw pathConflictError(to, { kind: 'file', path: to });
      }
      const { tenantId, id } = moved;
      await recordAudit(tx, { tenantId, action: 'update', objectType: 'artifact', objectIds: [id] });
      return moved;
    },
    toOutcome,
  );

async function assertNoConflict(
  { artifacts }: MoveArtifactDeps,
  tx: Transaction,
  tenantId: string,
  path: ArtifactPath,
): Promise<void> {
  const conflict = await artifacts.findConflict(tx, tenantId, path);
  if (conflict) throw pathConflictError(path, conflict);
}
