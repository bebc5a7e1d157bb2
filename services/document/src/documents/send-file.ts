import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@loci/core';
import type { ByteRange } from '@loci/object-store';
import { create as contentDisposition } from 'content-disposition';
import fresh from 'fresh';
import parseRange from 'range-parser';
import type { StoredFile } from './download-document.ts';

/**
 * Sends a file as an attachment, with headers that prevent browsers from rendering it. Supports
 * `If-None-Match`, `If-Range` and single byte ranges. A request for several ranges gets the whole file.
 *
 * @throws VAL_FIELD_INVALID (416) for a range outside of the file; the errors of `file.open`
 * @see RFC 9110 sections 13 and 14; RFC 6266;
 *   docs/security-model.md#threat-18-xml-entities-and-active-content
 */
export async function sendFile(
  file: StoredFile,
  request: Pick<IncomingMessage, 'headers' | 'method'>,
  response: ServerResponse,
): Promise<void> {
  const etag = `"${file.sha256}"`;
  const validators = { etag, 'cache-control': 'private, no-cache' };
  const headers: Record<string, string | number> = {
    ...validators,
    'accept-ranges': 'bytes',
    'content-type': file.contentType,
    'content-disposition': contentDisposition(file.filename, { type: 'attachment' }),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
  if (fresh(request.headers, { etag })) {
    response.writeHead(304, validators).end();
    return;
  }

  const range = requestedRange(request, etag, file.sizeBytes);
  if (range === 'outside') {
    response.setHeader('content-range', `bytes */${file.sizeBytes}`);
    throw new AppError(
      'VAL_FIELD_INVALID',
      `The range is outside of the file. Request bytes from 0 to ${file.sizeBytes - 1}.`,
      {
        status: 416,
      },
    );
  }
  const body = await file.open(range ?? undefined);
  headers['content-length'] = range ? range.end - range.start + 1 : file.sizeBytes;
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.sizeBytes}`;
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  // An error closes the connection, so that the client detects the incomplete file.
  await pipeline(body, response).catch(() => undefined);
}

/** Returns the requested range, or null for the whole file. Ignores ranges that cannot be parsed. */
function requestedRange(
  { headers }: Pick<IncomingMessage, 'headers'>,
  etag: string,
  sizeBytes: number,
): ByteRange | 'outside' | null {
  if (headers.range === undefined) return null;
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag) return null;
  const ranges = parseRange(sizeBytes, headers.range);
  if (ranges === -1) return 'outside';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0]!;
}
