import type { IncomingMessage } from 'node:http';
import { AppError, invalidField, isStorableText } from '@loci/core';
import { unsupportedMediaType } from '@loci/http';
import type { Upload } from './upload.ts';

/** Version of the tus protocol. */
export const TUS_VERSION = '1.0.0';

/** Headers of every response of the protocol. */
export const TUS_HEADERS: Readonly<Record<string, string>> = {
  'tus-resumable': TUS_VERSION,
  'tus-version': TUS_VERSION,
  'cache-control': 'no-store',
};

const CONTENT_TYPE = 'application/offset+octet-stream';

/** Bytes of the header `Upload-Metadata`. All headers of a request have at most 16 KiB. */
const MAX_METADATA_KEYS = 20;

/** @throws RES_PRECONDITION_FAILED for another version of the protocol, or without a version */
export function requireTusVersion({ headers }: IncomingMessage): void {
  if (headers['tus-resumable'] === TUS_VERSION) return;
  throw new AppError(
    'RES_PRECONDITION_FAILED',
    `Send the header Tus-Resumable with the value ${TUS_VERSION}.`,
    { details: { supported_versions: [TUS_VERSION] } },
  );
}

/** Returns the declared size of a new upload. @throws VAL_FIELD_REQUIRED or VAL_FIELD_INVALID */
export const readUploadLength = (request: IncomingMessage): number => readInteger(request, 'upload-length');

/** Returns the offset of the first sent byte. @throws VAL_FIELD_REQUIRED or VAL_FIELD_INVALID */
export const readUploadOffset = (request: IncomingMessage): number => readInteger(request, 'upload-offset');

function readInteger({ headers }: IncomingMessage, name: string): number {
  const value = headers[name];
  if (value === undefined) {
    throw invalidField(name, `The header ${name} is missing.`, 'VAL_FIELD_REQUIRED');
  }
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw invalidField(name, `The header ${name} must be a number of bytes.`);
}

/** @throws VAL_VALIDATION_FAILED (415) for another content type */
export function requireOffsetContent({ headers }: IncomingMessage): void {
  if (headers['content-type']?.toLowerCase() === CONTENT_TYPE) return;
  throw unsupportedMediaType(`The content type must be ${CONTENT_TYPE}.`);
}

/**
 * Parses the header `Upload-Metadata`: pairs of a key and a value in base64, separated by commas.
 *
 * @throws VAL_FIELD_INVALID
 */
export function readUploadMetadata({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  const header = headers['upload-metadata'];
  if (header === undefined || header === '') return new Map();
  const pairs = String(header)
    .split(',')
    .map((pair) => pair.trim().split(/ +/));
  if (pairs.length > MAX_METADATA_KEYS) throw invalidMetadata(`It has more than ${MAX_METADATA_KEYS} keys.`);
  return new Map(pairs.map(([key = '', value = '', ...rest]) => [checkKey(key, rest), decode(value)]));
}

function checkKey(key: string, rest: readonly string[]): string {
  if (/^[!-+\--~]+$/.test(key) && rest.length === 0) return key;
  throw invalidMetadata('A pair must be a key in ASCII, a space, and a value in base64.');
}

function decode(value: string): string {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== value.replace(/=+$/, '')) {
    throw invalidMetadata('A value is not base64.');
  }
  let text: string | null = null;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Reported below.
  }
  if (text !== null && isStorableText(text)) return text;
  throw invalidMetadata('A value is not UTF-8, or contains NUL characters.');
}

const invalidMetadata = (problem: string): AppError =>
  invalidField('upload-metadata', `The header Upload-Metadata is malformed. ${problem}`);

/** Returns the headers that describe the state of an upload. */
export const uploadHeaders = ({
  receivedBytes,
  sizeBytes,
  expiresAt,
}: Pick<Upload, 'receivedBytes' | 'sizeBytes' | 'expiresAt'>): Record<string, string> => ({
  'upload-offset': String(receivedBytes),
  'upload-length': String(sizeBytes),
  'upload-expires': expiresAt.toUTCString(),
});
