import { buffer } from 'node:stream/consumers';
import type { Caller } from '@loci/core';
import { AppError, unavailable } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import type { InTransaction } from '@loci/postgres';
import type { ArtifactPath } from './artifact-path.ts';
import type { ArtifactRepository } from './artifact.repository.ts';
import { decodeContent, artifactNotFound } from './artifact.ts';
import type { Artifact } from './artifact.ts';

export interface RetrieveArtifactDeps {
  inTransaction: InTransaction;
  artifacts: Pick<ArtifactRepository, 'find'>;
  objects: Pick<ObjectStore, 'get'>;
}

export interface ArtifactWithContent {
  artifact: Artifact;
  content: string;
}

/**
 * Returns a file with its unchanged content.
 *
 * @throws RES_NOT_FOUND if the path does not exist or is a folder
 * @see docs/reference/artifacts.md#retrieve-an-artifact
 */
export async function retrieveArtifact(
  deps: RetrieveArtifactDeps,
  caller: Caller,
  path: ArtifactPath,
): Promise<ArtifactWithContent> {
  const artifact = await findArtifact(deps, caller, path);
  const bytes = await readObject(deps, artifact);
  if (bytes !== null) return { artifact, content: decodeContent(artifact, bytes) };
  // Either the artifact was deleted (and possibly saved again) after its row was read, or its object was
  // lost.
  const current = await findArtifact(deps, caller, path);
  const again = await readObject(deps, current);
  if (again === null) {
    throw new AppError(
      'SYS_INTERNAL_ERROR',
      `The object ${current.objectKey} of an artifact is missing. Restore the object from a backup.`,
    );
  }
  return { artifact: current, content: decodeContent(current, again) };
}

async function findArtifact(
  { inTransaction, artifacts }: RetrieveArtifactDeps,
  { tenantId }: Caller,
  path: ArtifactPath,
): Promise<Artifact> {
  const artifact = await inTransaction(tenantId, (tx) => artifacts.find(tx, tenantId, path));
  if (!artifact) throw artifactNotFound(path);
  return artifact;
}

async function readObject(
  { objects }: RetrieveArtifactDeps,
  { objectKey }: Artifact,
): Promise<Buffer | null> {
  const found = await objects.get(objectKey);
  if (found === null) return null;
  return buffer(found.body).catch((error: unknown) => {
    throw unavailable('The object store', error);
  });
}
