import { request as httpRequest } from 'node:http';
import type { ClientRequest } from 'node:http';
import type { ApiResponse } from './api-connection.ts';
import type { Tenant } from './tenants.ts';

/** Header that each request of the tus protocol has. */
export const TUS = { 'tus-resumable': '1.0.0' };

const CONTENT_TYPE = { 'content-type': 'application/offset+octet-stream' };

/**
 * Starts a resumable upload, and returns its URL path.
 *
 * @param name file name of a document, or path of an artifact
 */
export async function startUpload(
  tenant: Pick<Tenant, 'send'>,
  resource: 'documents' | 'artifacts',
  name: string,
  sizeBytes: number,
): Promise<string> {
  const field = resource === 'documents' ? 'filename' : 'path';
  const { headers } = await tenant.send({
    method: 'POST',
    path: `/api/v2/${resource}/uploads`,
    headers: {
      ...TUS,
      'upload-length': String(sizeBytes),
      'upload-metadata': `${field} ${Buffer.from(name).toString('base64')}`,
    },
  });
  return headers['location']!;
}

/** Returns the ID of an upload from its URL or its path. */
export const uploadIdOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** Sends bytes of an upload that start at `offset`. */
export const appendToUpload = (
  tenant: Pick<Tenant, 'send'>,
  path: string,
  offset: number,
  content: string | Buffer,
): Promise<ApiResponse> =>
  tenant.send({
    method: 'PATCH',
    path,
    headers: { ...TUS, ...CONTENT_TYPE, 'upload-offset': String(offset) },
    raw: content,
  });

/**
 * Sends the first bytes of a new upload in a request that announces all bytes, and keeps the connection open.
 *
 * @param url URL of the upload
 * @param part bytes to send
 * @param sizeBytes bytes of the whole file
 */
export function sendFirstPart(url: string, tenant: Tenant, part: Buffer, sizeBytes: number): ClientRequest {
  const connection = httpRequest(url, {
    method: 'PATCH',
    agent: false,
    headers: {
      ...TUS,
      authorization: `Bearer ${tenant.token}`,
      ...CONTENT_TYPE,
      'content-length': String(sizeBytes),
      'upload-offset': '0',
    },
  });
  // The tests cut the connection.
  connection.on('error', () => undefined);
  connection.write(part);
  return connection;
}
