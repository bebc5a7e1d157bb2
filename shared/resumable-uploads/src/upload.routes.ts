import { StreamReply, drainRequest, route, uuid } from '@loci/http';
import type { Route } from '@loci/http';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { appendToUpload } from './append-to-upload.ts';
import { abortUpload, requireUpload } from './complete-upload.ts';
import { createUpload } from './create-upload.ts';
import type { CreateUploadDeps, ReadTarget } from './create-upload.ts';
import {
  TUS_HEADERS,
  readUploadLength,
  readUploadMetadata,
  readUploadOffset,
  requireOffsetContent,
  requireTusVersion,
  uploadHeaders,
} from './upload-headers.ts';

const uploadParams = z.object({ upload_id: uuid.describe('ID of the upload.') });

/**
 * Operations of the tus protocol: creates an upload, appends bytes, returns the number of received bytes, and cancels. The OpenAPI
 * document omits them, because the protocol specifies them.
 *
 * @see docs/reference/http.md#resumable-uploads
 */
export function uploadTransferRoutes(deps: CreateUploadDeps, readTarget: ReadTarget): Route[] {
  const { path } = deps.kind;
  const common = {
    scope: 'write',
    response: null,
    documented: false,
    isRepeatable: true,
    responseHeaders: TUS_HEADERS,
  } as const;
  const one = { ...common, path: `${path}/:upload_id`, params: uploadParams } as const;
  return [
    route({
      ...common,
      method: 'post',
      path,
      body: 'bytes',
      summary: 'Create a resumable upload',
      errors: ['RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED', 'RES_PRECONDITION_FAILED'],
      handle: async ({ caller, request }) => {
        requireTusVersion(request!);
        const sizeBytes = readUploadLength(request!);
        const target = await readTarget(caller, readUploadMetadata(request!));
        const upload = await createUpload(deps, caller, sizeBytes, target);
        return reply(201, { ...uploadHeaders(upload), location: `${path}/${upload.id}` });
      },
    }),
    route({
      ...one,
      method: 'get',
      summary: 'Get the number of received bytes of an upload',
      errors: ['RES_NOT_FOUND', 'RES_PRECONDITION_FAILED'],
      handle: async ({ caller, params, request }) => {
        requireTusVersion(request!);
        return reply(204, uploadHeaders(await requireUpload(deps, caller, params.upload_id)));
      },
    }),
    route({
      ...one,
      method: 'patch',
      body: 'bytes',
      summary: 'Append bytes to an upload',
      errors: ['RES_NOT_FOUND', 'RES_PRECONDITION_FAILED'],
      handle: async ({ caller, params, request }) => {
        const upload = await append(deps, caller, params.upload_id, request!);
        return reply(204, uploadHeaders(upload));
      },
    }),
    route({
      ...one,
      method: 'delete',
      summary: 'Cancel an upload',
      errors: ['RES_NOT_FOUND', 'RES_PRECONDITION_FAILED'],
      handle: async ({ caller, params, request }) => {
        requireTusVersion(request!);
        await abortUpload(deps, caller, params.upload_id);
        return reply(204, {});
      },
    }),
  ];
}

async function append(
  deps: CreateUploadDeps,
  caller: Parameters<typeof appendToUpload>[1],
  uploadId: string,
  request: IncomingMessage,
) {
  try {
    requireTusVersion(request);
    requireOffsetContent(request);
    return await appendToUpload(deps, caller, uploadId, readUploadOffset(request), request);
  } catch (error) {
    await drainRequest(request);
    throw error;
  }
}

const reply = (status: number, headers: Record<string, string>): StreamReply =>
  new StreamReply((response) => {
    response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': '0' }).end();
    return Promise.resolve();
  });
