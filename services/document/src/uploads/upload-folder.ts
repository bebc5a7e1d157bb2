import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isAppError, unavailable } from '@loci/core';

/** File in the upload folder. */
export interface UploadedFile {
  path: string;
  sizeBytes: number;
  sha256: Buffer;
  /** Deletes the file. Never throws. `removeStale` deletes files that could not be deleted. */
  remove(): Promise<void>;
}

/** Folder for files that are being received and parsed. */
export interface UploadFolder {
  /**
   * Writes a stream to a new file and hashes it. Deletes the file on an error.
   *
   * @param checkSize called with the number of bytes written so far; throws to abort
   * @throws the errors of the stream and of `checkSize`; SYS_SERVICE_UNAVAILABLE if the file cannot be written
   */
  write(stream: Readable, checkSize: (sizeBytes: number) => void): Promise<UploadedFile>;
  /** Deletes files that were last modified before `before`. Crashed processes leave such files. */
  removeStale(before: Date): Promise<void>;
}

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;

/**
 * Creates an upload folder.
 *
 * @param directory path of the folder, created with the first file; several processes can share it
 */
export function createUploadFolder(directory: string): UploadFolder {
  return {
    write: async (stream, checkSize) => {
      const path = join(directory, randomUUID());
      const remove = (): Promise<void> => rm(path, { force: true }).catch(() => undefined);
      const hash = createHash('sha256');
      let sizeBytes = 0;
      try {
        await mkdir(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
        const file = await open(path, 'wx', OWNER_ONLY_FILE);
        try {
          for await (const chunk of stream as AsyncIterable<Buffer>) {
            sizeBytes += chunk.length;
            checkSize(sizeBytes);
            hash.update(chunk);
            await file.appendFile(chunk);
          }
        } finally {
          await file.close();
        }
      } catch (error) {
        stream.destroy();
        await remove();
        throw isAppError(error) ? error : unavailable('The upload folder', error);
      }
      return { path, sizeBytes, sha256: hash.digest(), remove };
    },

    removeStale: async (before) => {
      const names = await readdir(directory).catch(() => []);
      for (const path of names.map((name) => join(directory, name))) {
        const stats = await stat(path).catch(() => null);
        if (stats?.isFile() && stats.mtime < before) await rm(path, { force: true });
      }
    },
  };
}
