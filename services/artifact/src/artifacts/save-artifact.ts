import type { Caller, ErrorCode } from '@loci/core';
import { isAppError, unavailable } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import { recordAudit, requireQuota } from '@loci/postgres';
import type { InTransaction, StorageQuota, Transaction } from '@loci/postgres';
import type { LastTransactions } from '@loci/service-hosting';
import { deleteOrphanedObject } from '../objects/delete-orphaned-object.ts';
import type { OrphanedObjectRepository } from '../objects/orphaned-object.repository.ts';
import type { ArtifactPath } from './artifact-path.ts';
import type { ArtifactRepository } from './artifact.repository.ts';
import { buildArtifact, pathConflictError } from './artifact.ts';
import type { Artifact } from './artifact.ts';
import type { EncodedContent } from './content-encoding.ts';

export interface SaveArtifactDeps {
  inTransaction: InTransaction;
  inLastTransaction: LastTransactions['inLastTransaction'];
  artifacts: Pick<ArtifactRepository, 'findConflict' | 'addFolders' | 'insert'>;
  orphanedObjects: Pick<OrphanedObjectRepository, 'add' | 'claim'>;
  objects: Pick<ObjectStore, 'put' | 'delete'>;
  quota: StorageQuota;
  newId(): string;
  now(): Date;
}

/** Errors after which the transaction that makes the file visible was certainly rolled back. */
const ROLLED_BACK: ReadonlySet<ErrorCode> = new Set(['RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED']);

/**
 * Time after which the job `delete-orphaned-objects` may delete the object of an unfinished save. Much longer
 * than a save takes.
 */
const SAVE_TIMEOUT_MS = 3_600_000;

/**
 * Saves a new file. Exactly one of several concurrent saves to the same path succeeds.
 *
 * The object is recorded as orphaned, then written, and then claimed in the transaction that makes the file
 * visible. If the process crashes in between, a job deletes the object.
 *
 * @param path valid path (`findPathProblem` returns null)
 * @param toOutcome returns the response, which is stored for the idempotency key of the request
 * @param alsoRecord statements of the transaction that makes the file visible
 * @throws RES_ALREADY_EXISTS if the path exists, is a
 *   folder, or is below a file; BIZ_QUOTA_EXCEEDED; SYS_SERVICE_UNAVAILABLE if the object store does not respond or the save
 *   takes more than an hour
 * @see docs/reference/artifacts.md#save-an-artifact
 */
export async function saveArtifact(
  deps: SaveArtifactDeps,
  caller: Caller,
  path: ArtifactPath,
  content: EncodedContent,
  toOutcome: (artifact: Artifact) => unknown,
  alsoRecord?: (tx: Transaction, artifact: Artifact) => Promise<void>,
): Promise<Artifact> {
  const artifact = buildArtifact(caller, path, content, deps.newId(), deps.now());
  await deps.inTransaction(caller.tenantId, async (tx) => {
    await requireFreePath(deps, tx, artifact);
    // Checked again in the transaction that makes the file visible. This check avoids writing the object.
    await requireQuota(tx, deps.quota, caller.tenantId, artifact.sizeBytes);
    const removableAt = new Date(artifact.lastModified.getTime() + SAVE_TIMEOUT_MS);
    await deps.orphanedObjects.add(tx, artifact, removableAt);
  });
  await deps.objects.put(artifact.objectKey, content.bytes);
  try {
    await deps.inLastTransaction(
      caller.tenantId,
      (tx) => publish(deps, tx, artifact, alsoRecord),
      () => toOutcome(artifact),
    );
  } catch (error) {
    // After any other error, the transaction may have been committed, so the object must be kept.
    if (isAppError(error) && ROLLED_BACK.has(error.code)) await deleteOrphanedObject(deps, artifact);
    throw error;
  }
  return artifact;
}

/**
 * Makes the artifact visible. Sends all statements in one round trip. If a statement found a conflict, the
 * thrown error rolls back the transaction.
 */
async function publish(
  deps: SaveArtifactDeps,
  tx: Transaction,
  artifact: Artifact,
  alsoRecord?: (tx: Transaction, artifact: Artifact) => Promise<void>,
): Promise<void> {
  const { tenantId, id, path } = artifact;
  const [, claimed, parentFile, inserted] = await Promise.all([
    requireQuota(tx, deps.quota, tenantId, artifact.sizeBytes),
    deps.orphanedObjects.claim(tx, artifact),
    deps.artifacts.addFolders(tx, artifact),
    deps.artifacts.insert(tx, artifact),
    recordAudit(tx, { tenantId, action: 'create', objectType: 'artifact', objectIds: [id] }),
    alsoRecord?.(tx, artifact),
  ]);
  if (!claimed)
    throw unavailable('The object store', new Error('Writing the object took more than an hour.'));
  if (parentFile) throw pathConflictError(path, { kind: 'parent-is-file', path: parentFile });
  if (inserted) return;
  await requireFreePath(deps, tx, artifact);
  // A concurrent save inserted a file at the path, but that file has been deleted again.
  throw pathConflictError(path, { kind: 'file', path });
}

/** @throws RES_ALREADY_EXISTS if the path exists, is a folder, or is below a file */
export async function requireFreePath(
  { artifacts }: Pick<SaveArtifactDeps, 'artifacts'>,
  tx: Transaction,
  { tenantId, path }: Pick<Artifact, 'tenantId' | 'path'>,
): Promise<void> {
  const conflict = await artifacts.findConflict(tx, tenantId, path);
  if (conflict) throw pathConflictError(path, conflict);
}
