import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isAppError, unavailable } from '@loci/core';

export interface UploadedFile {
  path: string;
  sizeBytes: number;
  sha256: Buffer;
  /** Never throws: what stays behind is removed as stale. */
  remove(): Promise<void>;
}

/** Where files lie while they arrive and are parsed. */
export interface UploadFolder {
  /**
   * Writes a stream to a file of its own, counting and hashing on the way; or fails and leaves nothing.
   * @param checkSize called with the bytes so far, throws to end it
   * @throws what the stream or `checkSize` threw; SYS_SERVICE_UNAVAILABLE when the folder takes no file
   */
  write(stream: Readable, checkSize: (sizeBytes: number) => void): Promise<UploadedFile>;
  /** Removes what was last written before this moment: left behind by a process that died. */
  removeStale(before: Date): Promise<void>;
}

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;

/** @param directory of this process alone or shared with others; made when it is missing */
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
        throw isAppError(error) ? error : unavailable('The folder for uploads', error);
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
