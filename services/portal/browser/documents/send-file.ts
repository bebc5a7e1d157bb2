import type { UploadedDocument } from '@loci/client';
import { csrfToken } from '../loci.ts';
import { texts } from '../texts.ts';
import { Interruption } from '../uploads/upload-list.ts';
import type { SendFile } from '../uploads/upload-list.ts';

/** The server responds after it has read the file. */
const TIMEOUT_MS = 300_000;
/** Limit of the API. A larger file is rejected before it is sent. */
const MAX_FILE_BYTES = 20_971_520;

/**
 * Uploads a file with progress. `fetch` cannot report the progress of a request, so this uses `XMLHttpRequest`.
 */
export const sendFile: SendFile<UploadedDocument> = (file, onProgress) => {
  const { documents } = texts;
  if (file.size > MAX_FILE_BYTES) {
    return { stored: Promise.reject(new Error(documents.tooLarge)), abort: () => undefined };
  }
  const request = new XMLHttpRequest();
  let isCanceled = false;
  const stored = new Promise<UploadedDocument>((resolve, reject) => {
    let sent = 0;
    const interrupted = (): void =>
      reject(
        new Interruption(
          sent < 1 ? documents.interrupted(Math.floor(sent * 100)) : documents.interruptedAfterSending,
        ),
      );
    const report = (fraction: number): void => {
      sent = fraction;
      onProgress(fraction);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      report(total > 0 ? loaded / total : 0),
    );
    request.upload.addEventListener('load', () => report(1));
    request.addEventListener('error', interrupted);
    request.addEventListener('timeout', interrupted);
    request.addEventListener('abort', () => {
      if (isCanceled) reject(new Error(documents.canceled));
      else interrupted();
    });
    request.addEventListener('load', () => {
      const { data, error } = parseResponse(request.responseText);
      if (request.status < 300 && data !== undefined) resolve(data);
      else if (request.status === 401) reject(new Error(documents.sessionEnded));
      else if (error === undefined) interrupted();
      else reject(new Error(error.message));
    });
    const form = new FormData();
    form.append('file', file);
    request.open('POST', '/api/v2/documents/upload');
    request.setRequestHeader('x-csrf-token', csrfToken);
    request.timeout = TIMEOUT_MS;
    request.send(form);
  });
  return {
    stored,
    abort: () => {
      isCanceled = true;
      request.abort();
    },
  };
};

function parseResponse(text: string): { data?: UploadedDocument; error?: { message: string } } {
  try {
    return JSON.parse(text) as ReturnType<typeof parseResponse>;
  } catch {
    return {};
  }
}
