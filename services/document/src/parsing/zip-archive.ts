import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { parserLimitExceeded, unreadable } from './parse-errors.ts';
import type { ParseLimits } from './parse-limits.ts';

type ZipLimits = Pick<ParseLimits, 'zipEntries' | 'zipRatio' | 'unpackedBytes'>;

/** ZIP archive whose central directory is within the parser limits. Entries are never written to disk. */
export interface ZipArchive {
  /** Unpacks an entry. @throws VAL_VALIDATION_FAILED if it is missing, encrypted, or larger than its declared size */
  read(name: string): Promise<Buffer<ArrayBuffer>>;
  /** Unpacks an entry in parts, for large entries. @throws the errors of `read`, and those of `onPart` */
  readParts(name: string, onPart: (part: Buffer) => void): Promise<void>;
  has(name: string): boolean;
  /** Unpacks all entries to verify their declared sizes, for libraries that unpack without limits. */
  verifyAll(): Promise<void>;
  close(): void;
}

/** Unpacks an XML entry and decodes it by its byte order mark, or as UTF-8. */
export async function readXml(zip: ZipArchive, path: string): Promise<string> {
  const content = await zip.read(path);
  return new TextDecoder(xmlEncoding(content)).decode(content);
}

/** Returns the encoding of an XML file by its byte order mark. The default is UTF-8. */
export function xmlEncoding(start: Uint8Array): string {
  return start[0] === 0xff ? 'utf-16le' : start[0] === 0xfe ? 'utf-16be' : 'utf-8';
}

/**
 * Unpacked size in bytes up to which the compression ratio is not limited. The style sheets of short
 * documents have high compression ratios.
 */
const RATIO_EXEMPT_BYTES = 4 * 1_048_576;

/**
 * Opens a ZIP archive. Rejects decompression bombs by the sizes in the central directory, without unpacking
 * entries. Counts the full size of every entry, even if entries share data in the file.
 *
 * @throws VAL_FIELD_TOO_LONG (413) if a limit is exceeded; VAL_VALIDATION_FAILED if the file is not a ZIP
 *   archive or has an entry name that leads out of the archive
 */
export async function openZip(filePath: string, packedBytes: number, limits: ZipLimits): Promise<ZipArchive> {
  let zip: ZipFile;
  try {
    zip = await openPromise(filePath, { autoClose: false });
  } catch (error) {
    throw corrupt(error);
  }
  try {
    return createArchive(zip, await readDirectory(zip, packedBytes, limits));
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
        throw parserLimitExceeded(
          'zip_entries',
          `The archive contains more than ${limits.zipEntries} files. Split it into smaller documents.`,
        );
      }
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > limits.unpackedBytes) {
        throw parserLimitExceeded(
          'unpacked_size',
          `The unpacked file has more than ${limits.unpackedBytes} bytes. Split it into smaller documents.`,
        );
      }
      if (unpackedBytes > RATIO_EXEMPT_BYTES && unpackedBytes > limits.zipRatio * packedBytes) {
        throw parserLimitExceeded(
          'zip_ratio',
          `The unpacked file is more than ${limits.zipRatio} times larger than the file. Save it again.`,
        );
      }
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw isZipError(error) ? corrupt(error) : error;
  }
  return entries;
}

function createArchive(zip: ZipFile, entries: ReadonlyMap<string, Entry>): ZipArchive {
  async function unpack(entry: Entry, onPart: (part: Buffer) => void): Promise<void> {
    if (entry.isEncrypted()) {
      throw unreadable(
        'encrypted',
        'The file is password-protected. Remove the password and upload it again.',
      );
    }
    try {
      for await (const part of await zip.openReadStreamPromise(entry)) onPart(part as Buffer);
    } catch (error) {
      throw isZipError(error) ? corrupt(error) : error;
    }
  }

  async function readParts(name: string, onPart: (part: Buffer) => void): Promise<void> {
    const entry = entries.get(name);
    if (!entry)
      throw unreadable(
        'corrupt',
        `The file is incomplete: the part ${name} is missing. Export it again and upload the new copy.`,
      );
    await unpack(entry, onPart);
  }

  return {
    has: (name) => entries.has(name),
    readParts,
    async read(name) {
      const parts: Buffer[] = [];
      await readParts(name, (part) => parts.push(part));
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
