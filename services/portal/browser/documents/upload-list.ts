import type { UploadedDocument } from '@loci/client';

/** State of the upload of one file. The file is kept, so that a failed upload can be repeated. */
export interface Upload {
  key: number;
  file: File;
  state:
    | { kind: 'waiting' }
    | { kind: 'sending'; fraction: number }
    | { kind: 'stored'; document: UploadedDocument }
    | { kind: 'failed'; message: string };
}

/** Number of files that are sent at the same time. */
const MAX_CONCURRENT = 2;

/** Returns the uploads that can start now, oldest first. */
export function uploadsToStart(uploads: readonly Upload[]): Upload[] {
  const running = uploads.filter(({ state }) => state.kind === 'sending').length;
  const waiting = uploads.filter(({ state }) => state.kind === 'waiting');
  return waiting.slice(0, Math.max(0, MAX_CONCURRENT - running));
}

/** Returns the uploads with a new state of one of them. */
export const withState = (uploads: readonly Upload[], key: number, state: Upload['state']): Upload[] =>
  uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload));

/** True if an upload has not ended. */
export const isRunning = ({ state }: Upload): boolean => state.kind === 'waiting' || state.kind === 'sending';
