import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { MAX_ARTIFACT_BYTES } from '@loci/contracts';
import { AppError, invalidField, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { Reply, filterSecrets, route, uuid } from '@loci/http';
import type { Route } from '@loci/http';
import { completeUpload, uploadTransferRoutes } from '@loci/resumable-uploads';
import type { CreateUploadDeps, UploadKind } from '@loci/resumable-uploads';
import { z } from 'zod';
import { findPathProblem, splitPath } from '../artifacts/artifact-path.ts';
import type { ArtifactRepository } from '../artifacts/artifact.repository.ts';
import { savedResource, toSavedResource } from '../artifacts/artifact.resource.ts';
import type { Artifact } from '../artifacts/artifact.ts';
import { decodeText, encodeContent } from '../artifacts/content-encoding.ts';
import type { EncodedContent } from '../artifacts/content-encoding.ts';
import { requireFreePath, saveArtifact } from '../artifacts/save-artifact.ts';
import type { SaveArtifactDeps } from '../artifacts/save-artifact.ts';

/** @see docs/reference/limits.md#resumable-uploads */
export const ARTIFACT_UPLOADS: UploadKind = {
  path: '/api/v2/artifacts/uploads',
  resource: 'artifact',
  maxBytes: MAX_ARTIFACT_BYTES,
  maxUnfinished: 100,
  maxUnfinishedBytes: 100 * MAX_ARTIFACT_BYTES,
};

export type ResumableUploadDeps = CreateUploadDeps &
  SaveArtifactDeps & { artifacts: Pick<ArtifactRepository, 'findOfUser'> };

/** An artifact with warnings about its content. */
interface Saved {
  artifact: Artifact;
  warnings: readonly string[];
  isRepeated: boolean;
}

/** Operations that receive an artifact in several requests. @see docs/reference/artifacts.md#resume-an-upload */
export const resumableUploadRoutes = (deps: ResumableUploadDeps): Route[] => [
  ...uploadTransferRoutes(deps, (caller, fields) => readTarget(deps, caller, fields)),
  route({
    method: 'post',
    path: `${ARTIFACT_UPLOADS.path}/:upload_id/complete`,
    scope: 'write',
    isRepeatable: true,
    summary: 'Save a file from a resumable upload',
    operationId: 'completeArtifactUpload',
    description: 'Stores the received file under the path of the upload.',
    params: z.object({ upload_id: uuid.describe('ID of the upload.') }),
    status: 201,
    repeatedStatus: 200,
    response: savedResource,
    errors: ['RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED', 'VAL_SECRET_FOUND'],
    handle: async ({ caller, params }) => {
      const { artifact, warnings, isRepeated } = await completeUpload<Saved>(deps, caller, params.upload_id, {
        store: async (upload, content, record) => {
          const path = splitPath(upload.target['path'] as string);
          const { warnings: filterWarnings, ...encoded } = await readContent(caller, content);
          const saved = await saveArtifact(deps, caller, path, encoded, toSavedResource, (tx, { id }) =>
            record(tx, id),
          );
          return { id: saved.id, result: { artifact: saved, warnings: filterWarnings, isRepeated: false } };
        },
        find: async (id) => {
          const found = await deps.inTransaction(caller.tenantId, (tx) =>
            deps.artifacts.findOfUser(tx, caller, id),
          );
          if (found === null) throw notFound('artifact', id);
          return { artifact: found, warnings: [], isRepeated: true };
        },
      });
      return new Reply(toSavedResource(artifact), { warnings, status: isRepeated ? 200 : 201 });
    },
  }),
];

/** Validates the metadata `path` of a new upload. */
async function readTarget(
  deps: SaveArtifactDeps,
  caller: Caller,
  fields: ReadonlyMap<string, string>,
): Promise<Record<string, unknown>> {
  const path = fields.get('path') ?? '';
  if (path === '') throw invalidField('path', 'The path is missing.', 'VAL_FIELD_REQUIRED');
  const problem = findPathProblem(path);
  if (problem !== null) {
    throw new AppError('VAL_FIELD_INVALID', problem, { status: 400, fieldErrors: { path: [problem] } });
  }
  if (caller.secretFilter !== undefined) await filterSecrets({ path }, 'reject');
  await deps.inTransaction(caller.tenantId, (tx) =>
    requireFreePath(deps, tx, { tenantId: caller.tenantId, path: splitPath(path) }),
  );
  return { path };
}

/** Reads a file. The secret filter of the tenant applies to text, as if a client had sent it in JSON. */
async function readContent(
  { secretFilter }: Caller,
  content: Readable,
): Promise<EncodedContent & { warnings: readonly string[] }> {
  const bytes = await buffer(content);
  const text = decodeText(bytes);
  if (text === null) return { bytes, isBinary: true, warnings: [] };
  if (secretFilter === undefined) return { bytes, isBinary: false, warnings: [] };
  const { value, warnings } = await filterSecrets({ content: text }, secretFilter);
  return { ...encodeContent((value as { content: string }).content, 'utf-8'), warnings };
}
