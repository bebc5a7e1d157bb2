import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import { MAX_FREE_FORM_BYTES } from '@loci/contracts';
import { AppError, invalidField, isAppError } from '@loci/core';
import { drainRequest, unsupportedMediaType } from '@loci/http';
import { fileTooLarge, MAX_FILE_BYTES } from '../documents/document.ts';
import { checkFilename, readMetadata, metadataTooLong } from './upload-fields.ts';
import type { UploadFolder, UploadedFile } from './upload-folder.ts';

/** Content of an upload request. */
export interface MultipartUpload {
  /** The received file. The caller must remove it. */
  file: UploadedFile;
  filename: string;
  metadata: Record<string, unknown>;
}

/** Maximum bytes of the metadata field. White space and escapes can make it longer than compact JSON. */
const MAX_METADATA_TEXT_BYTES = 6 * MAX_FREE_FORM_BYTES;
const MAX_PARTS = 20;

/**
 * Reads a `multipart/form-data` body. Writes the part `file` to the upload folder and parses the field `metadata`. Skips
 * other parts. On an error, removes the file and drains the body, so that the client can read the response.
 *
 * @param onFile called with the file name as soon as it is known; throws to reject the upload
 * @throws VAL_FIELD_REQUIRED without a file; VAL_FIELD_TOO_LONG (413) for a file over 20 MB; VAL_FIELD_INVALID for
 *   metadata that is not a JSON object; VAL_FIELD_TOO_LONG for too much metadata; VAL_VALIDATION_FAILED for a malformed
 *   body, and with status 415 for another content type; the errors of `onFile`
 * @see docs/reference/documents.md#upload-a-document
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
  let incoming: { filename: string; stream: Readable; written: Promise<UploadedFile> } | undefined;
  let metadata: Record<string, unknown> = {};

  function receiveFile(filename: string, stream: Readable): void {
    if (incoming) throw new AppError('VAL_VALIDATION_FAILED', 'The request must contain only one file.');
    checkFilename(filename);
    onFile(filename);
    incoming = { filename, stream, written: folder.write(stream, checkSize) };
    incoming.written.catch(fail);
  }

  try {
    const form = openForm(request);
    form.on('file', (field, stream, filename) => {
      // The parser emits an error without destroying the stream. A reader that starts later would wait forever.
      stream.on('error', (error) => stream.destroy(malformed(error)));
      try {
        if (field === 'metadata') throw invalidField(field, 'The metadata must be a text field, not a file.');
        // HTML forms send a file without a name if the user selected no file.
        if (field === 'file' && filename) receiveFile(filename, stream);
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
    form.on('partsLimit', () =>
      fail(new AppError('VAL_VALIDATION_FAILED', `The request must have at most ${MAX_PARTS} parts.`)),
    );
    form.on('error', fail);
    form.on('finish', finished.resolve);
    request.once('error', fail);
    request.once('close', () => {
      if (!request.complete) fail(new Error('The client closed the connection before the end of the body.'));
    });
    request.pipe(form);

    await Promise.race([finished.promise, failure.promise]);
    if (!incoming) throw invalidField('file', 'The part `file` is missing.', 'VAL_FIELD_REQUIRED');
    const file = await Promise.race([incoming.written, failure.promise]);
    return { file, filename: incoming.filename, metadata };
  } catch (error) {
    request.unpipe();
    incoming?.stream.destroy();
    await incoming?.written.then((file) => file.remove()).catch(() => undefined);
    await drainRequest(request);
    throw error;
  }
}

function openForm(request: IncomingMessage): BusboyInstance {
  const contentType = request.headers['content-type'];
  if (contentType === undefined) {
    throw invalidField(
      'file',
      'The file is missing. Send it as the part `file` of a multipart/form-data body.',
      'VAL_FIELD_REQUIRED',
    );
  }
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw unsupportedMediaType('The content type must be multipart/form-data.');
  }
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: { fieldSize: MAX_METADATA_TEXT_BYTES, parts: MAX_PARTS, headerSize: 16_384, headerPairs: 50 },
    });
  } catch (error) {
    // The multipart parser throws if the content type has no boundary.
    throw malformed(error);
  }
}

function checkSize(sizeBytes: number): void {
  if (sizeBytes > MAX_FILE_BYTES) throw fileTooLarge(sizeBytes);
}

const malformed = (cause: unknown): AppError =>
  isAppError(cause)
    ? cause
    : new AppError(
        'VAL_VALIDATION_FAILED',
        `The multipart/form-data body is incomplete or malformed, or it has more than ${MAX_PARTS} parts.`,
        {
          cause,
        },
      );
