import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { parserLimitExceeded, unreadable } from './parse-errors.ts';
import type { ParseLimits } from './parse-limits.ts';

type ZipLimits = Pick<ParseLimits, 'zipEntries' | 'zipRatio' | 'unpackedBytes'>;

/** A zip archive that has been found harmless by its directory. Names never touch a disk. */
export interface ZipArchive {
  /** The sizes that the directory names hold: an entry that unpacks to more is an error. */
  read(name: string): Promise<Buffer<ArrayBuffer>>;
  has(name: string): boolean;
  /** Unpacks every entry to nowhere, for readers of the file that do not check sizes themselves. */
  verifyAll(): Promise<void>;
  close(): void;
}

/** Below this, even the highest ratio is harmless; style sheets of short documents reach it. */
const HARMLESS_BYTES = 4 * 1_048_576;

/**
 * Opens a zip archive and refuses bombs by their directory, before anything is unpacked: overlapping
 * entries count each time.
 *
 * @throws VAL_FIELD_TOO_LONG (413) over a limit, VAL_VALIDATION_FAILED for what is no zip archive, for
 *   encrypted entries and for names that lead out of the archive
 */
export async function openZip(filePath: string, packedBytes: number, limits: ZipLimits): Promise<ZipArchive> {
  let zip: ZipFile;
  try {
    zip = await openPromise(filePath, { autoClose: false });
  } catch (error) {
    throw corrupt(error);
  }
  try {
    return archiveOf(zip, await readDirectory(zip, packedBytes, limits));
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readDirectory(
  zip: ZipFile,
  packedBytes: number,
  limits: ZipLimits,
): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let count = 0;
  let unpackedBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (++count > limits.zipEntries) {
        throw parserLimitExceeded('zip_entries', `The archive holds more than ${limits.zipEntries} files.`);
      }
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > limits.unpackedBytes) {
        throw parserLimitExceeded(
          'unpacked_size',
          `The file unpacks to more than ${limits.unpackedBytes} bytes.`,
        );
      }
      if (unpackedBytes > HARMLESS_BYTES && unpackedBytes > limits.zipRatio * packedBytes) {
        throw parserLimitExceeded(
          'zip_ratio',
          `The file unpacks to more than ${limits.zipRatio} times its size.`,
        );
      }
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw isZipError(error) ? corrupt(error) : error;
  }
  return entries;
}

function archiveOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): ZipArchive {
  async function unpack(entry: Entry, take: (part: Buffer) => void): Promise<void> {
    if (entry.isEncrypted()) {
      throw unreadable(
        'encrypted',
        'The file is protected by a password. Remove the password and upload it again.',
      );
    }
    try {
      for await (const part of await zip.openReadStreamPromise(entry)) take(part as Buffer);
    } catch (error) {
      throw corrupt(error);
    }
  }

  return {
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw unreadable('corrupt', `The file is incomplete: its part ${name} is missing.`);
      const parts: Buffer[] = [];
      await unpack(entry, (part) => parts.push(part));
      return Buffer.concat(parts);
    },
    async verifyAll() {
      for (const entry of entries.values()) {
        if (!entry.fileName.endsWith('/')) await unpack(entry, () => undefined);
      }
    },
    close: () => zip.close(),
  };
}

function isZipError(error: unknown): boolean {
  return (error as { name?: unknown }).name !== 'AppError';
}

function corrupt(cause: unknown) {
  return unreadable(
    'corrupt',
    'The file is damaged or incomplete. Export it again and upload the new copy.',
    cause,
  );
}
