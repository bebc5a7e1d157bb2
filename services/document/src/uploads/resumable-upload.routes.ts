import type { Readable } from 'node:stream';
import { Reply, route, uuid } from '@loci/http';
import type { Route } from '@loci/http';
import { completeUpload, uploadTransferRoutes } from '@loci/resumable-uploads';
import type { CreateUploadDeps, Upload, UploadKind } from '@loci/resumable-uploads';
import { invalidField } from '@loci/core';
import type { Caller } from '@loci/core';
import { z } from 'zod';
import { MAX_FILE_BYTES, fileTooLarge } from '../documents/document.ts';
import { toUploadedResource, uploadedResource } from '../documents/document.resource.ts';
import { getDocument } from '../documents/get-document.ts';
import type { GetDocumentDeps } from '../documents/get-document.ts';
import { uploadDocument } from '../documents/upload-document.ts';
import type { UploadDocumentDeps, UploadRequest, UploadedDocument } from '../documents/upload-document.ts';
import { documentTypeOf } from '../parsing/document-type.ts';
import { rejectSecretMetadata, rejectSecretName } from './reject-secrets.ts';
import { checkFilename, readMetadata } from './upload-fields.ts';

/** @see docs/reference/limits.md#resumable-uploads */
export const DOCUMENT_UPLOADS: UploadKind = {
  path: '/api/v2/documents/uploads',
  resource: 'document',
  maxBytes: MAX_FILE_BYTES,
  maxUnfinished: 100,
  maxUnfinishedBytes: 25 * MAX_FILE_BYTES,
};

/** Properties of the document that is created from an upload. */
interface DocumentTarget {
  filename: string;
  metadata: Record<string, unknown>;
}

export type ResumableUploadDeps = CreateUploadDeps & UploadDocumentDeps & GetDocumentDeps;

/** Operations that receive a document in several requests. @see docs/reference/documents.md#resume-an-upload */
export const resumableUploadRoutes = (deps: ResumableUploadDeps): Route[] => [
  ...uploadTransferRoutes(deps, readTarget),
  route({
    method: 'post',
    path: `${DOCUMENT_UPLOADS.path}/:upload_id/complete`,
    scope: 'write',
    isRepeatable: true,
    summary: 'Create a document from a resumable upload',
    operationId: 'completeDocumentUpload',
    description:
      'Stores the received file and indexes its text in the background. A file that the tenant already has is not stored again.',
    params: z.object({ upload_id: uuid.describe('ID of the upload.') }),
    status: 201,
    repeatedStatus: 200,
    response: uploadedResource,
    errors: ['RES_NOT_FOUND', 'BIZ_QUOTA_EXCEEDED', 'VAL_FIELD_TOO_LONG', 'VAL_SECRET_FOUND'],
    handle: async ({ caller, params, signal }) => {
      const uploaded = await completeUpload<UploadedDocument>(deps, caller, params.upload_id, {
        store: async (upload, content) => {
          const stored = await uploadDocument(deps, caller, toRequest(upload, content), signal);
          return { id: stored.document.id, result: stored };
        },
        find: async (id) => {
          const { document } = await getDocument(deps, caller, id, null);
          return { document, chunkIds: null, isDuplicate: true, processingSeconds: 0 };
        },
      });
      return new Reply(toUploadedResource(uploaded), { status: uploaded.isDuplicate ? 200 : 201 });
    },
  }),
];

/** Validates the metadata `filename` and `metadata` of a new upload. */
async function readTarget(
  caller: Caller,
  fields: ReadonlyMap<string, string>,
): Promise<Record<string, unknown>> {
  const filename = fields.get('filename') ?? '';
  if (filename === '') throw invalidField('filename', 'The file name is missing.', 'VAL_FIELD_REQUIRED');
  if (/[/\\]/.test(filename)) throw invalidField('filename', 'The file name must not contain folders.');
  checkFilename(filename);
  documentTypeOf(filename);
  rejectSecretName(caller, filename);
  const metadata = readMetadata(fields.get('metadata') ?? '');
  await rejectSecretMetadata(caller, metadata);
  return { filename, metadata } satisfies DocumentTarget;
}

/** Describes a received file like a file in the body of a request. */
const toRequest = ({ target }: Upload, content: Readable): UploadRequest => {
  const { filename, metadata } = target as unknown as DocumentTarget;
  return {
    includeChunkIds: false,
    restored: null,
    receive: async (folder, onFile) => {
      onFile(filename);
      const file = await folder.write(content, (sizeBytes) => {
        if (sizeBytes > MAX_FILE_BYTES) throw fileTooLarge(sizeBytes);
      });
      return { file, filename, metadata };
    },
  };
};
