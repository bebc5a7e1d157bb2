import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import { MAX_FREE_FORM_BYTES } from '@loci/contracts';
import {
  AppError,
  codePointLength,
  invalidField,
  isAppError,
  isStorableText,
  jsonByteLength,
} from '@loci/core';
import { guardJson } from '@loci/http';
import { fileTooLarge, MAX_FILE_BYTES } from '../documents/document.ts';
import { drainRequest } from './drain-request.ts';
import type { UploadFolder, UploadedFile } from './upload-folder.ts';

export interface MultipartUpload {
  /** The caller's to remove. */
  file: UploadedFile;
  filename: string;
  metadata: Record<string, unknown>;
}

/** Bytes of the field as sent: whitespace and escapes may make it longer than compact JSON. */
const MAX_METADATA_TEXT_BYTES = 6 * MAX_FREE_FORM_BYTES;
const MAX_FILENAME_LENGTH = 255;
const MAX_PARTS = 20;

/**
 * Reads a `multipart/form-data` body: the part `file` to the folder for uploads, and the field `metadata`. Other parts
 * are skipped. On an error nothing is left, and what remains of the body was read as far as an answer takes it.
 *
 * @param onFile called with the file's name as soon as it is known; throws to refuse it
 * @throws VAL_FIELD_REQUIRED without a file; VAL_FIELD_TOO_LONG (413) for one over 20 MB; VAL_FIELD_INVALID for
 *   metadata that are no JSON object; VAL_VALIDATION_FAILED for a body that is no such form
 * @see SPEC.md "Documents" 1; DECISIONS.md "Documents"; RFC 7578
 */
export async function parseMultipart(
  request: IncomingMessage,
  folder: Pick<UploadFolder, 'write'>,
  onFile: (filename: string) => void,
): Promise<MultipartUpload> {
  const failure = Promise.withResolvers<never>();
  const finished = Promise.withResolvers<void>();
  const fail = (error: unknown): void => failure.reject(isAppError(error) ? error : malformed(error));
  failure.promise.catch(() => undefined);
  let arriving: { filename: string; stream: Readable; written: Promise<UploadedFile> } | undefined;
  let metadata: Record<string, unknown> = {};

  function take(filename: string, stream: Readable): void {
    if (arriving) throw new AppError('VAL_VALIDATION_FAILED', 'Send one file in each request.');
    checkFilename(filename);
    onFile(filename);
    arriving = { filename, stream, written: folder.write(stream, checkSize) };
    arriving.written.catch(fail);
  }

  try {
    const form = openForm(request);
    form.on('file', (field, stream, filename) => {
      // Emitted without being destroyed, which a reader that comes later would wait for in vain.
      stream.on('error', (error) => stream.destroy(malformed(error)));
      try {
        if (field === 'metadata') throw invalidField('metadata', 'Send the metadata as text, not as a file.');
        // A page's form sends a file without a name where none was chosen.
        if (field === 'file' && filename) take(filename, stream);
        else stream.resume();
      } catch (error) {
        fail(error);
      }
    });
    form.on('field', (field, value, _nameTruncated, isTruncated) => {
      if (field !== 'metadata') return;
      try {
        if (isTruncated) throw metadataTooLong();
        metadata = readMetadata(value);
      } catch (error) {
        fail(error);
      }
    });
    form.on('partsLimit', () => fail(new Error(`more than ${MAX_PARTS} parts`)));
    form.on('error', fail);
    form.on('finish', finished.resolve);
    request.once('error', fail);
    request.once('close', () => {
      if (!request.complete) fail(new Error('the connection was closed'));
    });
    request.pipe(form);

    await Promise.race([finished.promise, failure.promise]);
    if (!arriving) throw invalidField('file', 'This field is required.', 'VAL_FIELD_REQUIRED');
    const file = await Promise.race([arriving.written, failure.promise]);
    return { file, filename: arriving.filename, metadata };
  } catch (error) {
    request.unpipe();
    arriving?.stream.destroy();
    await arriving?.written.then((file) => file.remove()).catch(() => undefined);
    await drainRequest(request);
    throw error;
  }
}

function openForm(request: IncomingMessage): BusboyInstance {
  const contentType = request.headers['content-type'];
  if (contentType === undefined) {
    throw invalidField('file', 'Send the file as multipart/form-data.', 'VAL_FIELD_REQUIRED');
  }
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new AppError('VAL_VALIDATION_FAILED', 'Send the file as multipart/form-data.');
  }
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: { fieldSize: MAX_METADATA_TEXT_BYTES, parts: MAX_PARTS, headerSize: 16_384, headerPairs: 50 },
    });
  } catch (error) {
    // Without a boundary.
    throw malformed(error);
  }
}

function checkSize(sizeBytes: number): void {
  if (sizeBytes > MAX_FILE_BYTES) throw fileTooLarge(sizeBytes);
}

/** What lies before the last slash is gone already: a name is a name, wherever the file came from. */
function checkFilename(filename: string): void {
  if (codePointLength(filename) > MAX_FILENAME_LENGTH) {
    throw invalidField('file', `A file name has at most ${MAX_FILENAME_LENGTH} characters.`);
  }
  if (!isStorableText(filename) || /\p{Cc}/u.test(filename)) {
    throw invalidField('file', 'The file name holds control characters.');
  }
}

/** An empty field is what a page's form sends where nothing was filled in. */
function readMetadata(text: string): Record<string, unknown> {
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidField('metadata', `The metadata are no JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField('metadata', 'The metadata must be a JSON object.');
  }
  guardJson({ metadata: value });
  const sizeBytes = jsonByteLength(value);
  if (sizeBytes > MAX_FREE_FORM_BYTES) throw metadataTooLong(sizeBytes);
  return value as Record<string, unknown>;
}

/** @param actualBytes unknown for a field whose rest was not read */
const metadataTooLong = (actualBytes?: number): AppError =>
  invalidField('metadata', `Must be at most ${MAX_FREE_FORM_BYTES} bytes as JSON.`, 'VAL_FIELD_TOO_LONG', {
    field: 'metadata',
    max_length: MAX_FREE_FORM_BYTES,
    ...(actualBytes === undefined ? {} : { actual_length: actualBytes }),
  });

const malformed = (cause: unknown): AppError =>
  isAppError(cause)
    ? cause
    : new AppError('VAL_VALIDATION_FAILED', 'The body is no complete multipart/form-data.', { cause });
