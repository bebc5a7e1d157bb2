import { ApiError, ConnectionError } from '@loci/client';
import type { DetailedError, Upload } from 'tus-js-client';
import { describeRejection } from '../../src/api/describe-rejection.ts';
import type { FieldLabels } from '../../src/api/describe-rejection.ts';
import type { ErrorContent } from '../../src/api/translate-errors.ts';
import { csrfToken, translateErrorText } from '../loci.ts';
import { texts } from '../texts.ts';
import { Interruption } from './upload-list.ts';
import type { SentFile } from './upload-list.ts';

/** Where a file is sent, and what it becomes. */
export interface UploadTarget<Stored> {
  /** URL path of the operation that creates uploads, for example `/api/v2/documents/uploads`. */
  endpoint: string;
  metadata: Record<string, string>;
  /** Labels of the fields of the API that an error can name. */
  labels?: FieldLabels;
  /** Limit of the API. A larger file is rejected before it is sent. */
  maxBytes: number;
  /** Message about a file over the limit. */
  tooLarge: string;
  /** Stores the received file. */
  complete(uploadId: string, signal: AbortSignal): Promise<Stored>;
}

/** Maximum bytes of a request. A proxy that buffers requests loses at most as many when the connection is interrupted. */
const REQUEST_BYTES = 4 * 1_048_576;
/** Uploads expire on the server after this time without a request. */
const UPLOAD_LIFETIME_MS = 86_400_000;

/**
 * Sends a file with the tus protocol. The browser remembers the upload until the file is stored. If the same file is sent to the
 * same target again, also after a reload of the page, the upload continues after the bytes that the server has received.
 *
 * @see docs/reference/http.md#resumable-uploads
 */
export function sendResumable<Stored>(
  file: File,
  target: UploadTarget<Stored>,
  onProgress: (fraction: number) => void,
): SentFile<Stored> {
  const controller = new AbortController();
  return { stored: send(file, target, onProgress, controller.signal), abort: () => controller.abort() };
}

async function send<Stored>(
  file: File,
  target: UploadTarget<Stored>,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Stored> {
  if (file.size > target.maxBytes) throw new Error(target.tooLarge);
  // The library is loaded with the first file, so that the page itself stays small.
  const tus = await import('tus-js-client').catch(() => {
    throw new Interruption(texts.documents.interrupted(0), 0);
  });
  const storage = tus.defaultOptions.urlStorage!;
  let sent = 0;
  const report = (fraction: number): void => {
    sent = fraction;
    onProgress(fraction);
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new tus.Upload(file, {
    endpoint: target.endpoint,
    metadata: target.metadata,
    chunkSize: REQUEST_BYTES,
    // `useUploads` repeats an interrupted upload, and shows it.
    retryDelays: null,
    headers: { 'x-csrf-token': csrfToken },
    fingerprint: () => Promise.resolve(fingerprintOf(file, target)),
    onProgress: (bytes) => report(file.size === 0 ? 1 : bytes / file.size),
    onSuccess: () => resolve(),
    onError: reject,
  });
  const forget = async (): Promise<void> => {
    for (const { urlStorageKey } of await upload.findPreviousUploads())
      await storage.removeUpload(urlStorageKey);
  };
  const cancel = async (): Promise<void> => {
    await forget();
    // The server deletes the upload later if this request fails.
    await upload.abort(true).catch(() => undefined);
  };
  signal.addEventListener('abort', () => {
    reject(new Error(texts.documents.canceled));
    void cancel();
  });
  await forgetExpired(await storage.findAllUploads(), (key) => storage.removeUpload(key));
  const [previous] = await upload.findPreviousUploads();
  if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
  upload.start();
  try {
    await promise;
    report(1);
  } catch (error) {
    throw signal.aborted
      ? error
      : await toError(error as Error | DetailedError, { sent, labels: target.labels });
  }
  try {
    const stored = await target.complete(uploadIdOf(upload), signal);
    await forget();
    return stored;
  } catch (error) {
    if (signal.aborted) throw new Error(texts.documents.canceled);
    if (isTemporary(error)) throw new Interruption(texts.documents.interruptedAfterSending, 1);
    // The server has rejected the file, and would reject it again.
    await cancel();
    throw error instanceof ApiError ? new Error(describeRejection(error, texts, target.labels)) : error;
  }
}

/** Identifies an upload among those that the browser remembers. A changed file has another time of change. */
const fingerprintOf = (file: File, { endpoint, metadata }: UploadTarget<unknown>): string =>
  [endpoint, JSON.stringify(metadata), file.size, file.lastModified].join(' ');

const uploadIdOf = ({ url }: Upload): string => url!.slice(url!.lastIndexOf('/') + 1);

async function forgetExpired(
  uploads: readonly { creationTime: string; urlStorageKey: string }[],
  remove: (key: string) => Promise<void>,
): Promise<void> {
  const before = Date.now() - UPLOAD_LIFETIME_MS;
  for (const { creationTime, urlStorageKey } of uploads) {
    if (Date.parse(creationTime) < before) await remove(urlStorageKey);
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 401 || error.status === 429));

/** Converts an error of a request for bytes. The upload can continue unless the server has rejected it. */
async function toError(
  error: Error | DetailedError,
  { sent, labels }: { sent: number; labels: FieldLabels | undefined },
): Promise<Error> {
  const { documents } = texts;
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (status === 401) return new Error(documents.sessionEnded);
  const problem = response ? parseError(await translateErrorText(response.getBody())) : null;
  // 404: the upload has expired. 409 for the offset: another request has sent bytes.
  const canContinue =
    status < 400 ||
    status >= 500 ||
    status === 404 ||
    (status === 409 && problem?.code === 'VAL_FIELD_INVALID');
  if (problem === null || canContinue)
    return new Interruption(documents.interrupted(Math.floor(sent * 100)), sent);
  const { message, field_errors: fieldErrors = null } = problem;
  return new Error(describeRejection({ message, fieldErrors }, texts, labels));
}

function parseError(text: string): ErrorContent | null {
  try {
    return (JSON.parse(text) as { error?: ErrorContent }).error ?? null;
  } catch {
    return null;
  }
}
