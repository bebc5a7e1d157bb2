import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import type { Extract } from 'tar-stream';
import { BackupError } from './backup-error.ts';
import { AGE_HEADER, CHECKSUMS_FILE, MANIFEST_FILE, isRestorable, manifestSchema } from './backup-format.ts';
import type { BackupSize, Manifest } from './backup-format.ts';

/** File or folder of an archive. */
type Entry = Extract extends AsyncIterable<infer Item> ? Item : never;

const MAX_MANIFEST_BYTES = 65_536;

/** Receives the content of a backup in its order. */
export interface BackupConsumer {
  onManifest(manifest: Manifest): void;
  onFolder(path: string): Promise<void>;
  /** Must read the whole content. */
  onFile(path: string, content: AsyncIterable<Buffer>): Promise<void>;
}

/** Reads a whole backup without storing it. */
export const VERIFY_ONLY: BackupConsumer = {
  onManifest: () => undefined,
  onFolder: () => Promise.resolve(),
  onFile: async (_path, content) => {
    for await (const _ of content);
  },
};

/** Returns true if a backup is encrypted. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(AGE_HEADER.length), 0, AGE_HEADER.length, 0);
    if (buffer.toString('latin1') === AGE_HEADER) return true;
    if (bytesRead >= 2 && buffer.readUInt16BE() === 0x1f8b) return false;
    throw new BackupError(`${path} is not a backup of Loci. Check the path.`);
  } finally {
    await file.close();
  }
}

/**
 * Reads a backup and compares all checksums.
 *
 * @throws BackupError if the passphrase is wrong, or the backup is damaged, incomplete or of an unknown version
 */
export async function readArchive(
  path: string,
  passphrase: string | undefined,
  consumer: BackupConsumer,
): Promise<BackupSize> {
  const source = passphrase === undefined ? createReadStream(path) : await decrypt(path, passphrase);
  const folder = await mkdtemp(join(tmpdir(), 'loci-backup-'));
  // From here to the iteration, nothing may be awaited: an entry without a listener is lost, and the archive then hangs.
  const archive = extract();
  const piped = pipeline(source, createGunzip(), archive);
  // The iteration below rejects as well.
  piped.catch((error: unknown) => archive.destroy(error as Error));
  try {
    return await new ArchiveReader(path, consumer, join(folder, randomUUID())).read(archive);
  } catch (error) {
    throw isDamage(error) ? damaged(path, (error as Error).message) : error;
  } finally {
    archive.destroy();
    source.destroy();
    await piped.catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

class ArchiveReader {
  readonly #path: string;
  readonly #consumer: BackupConsumer;
  /** File for the computed checksums, which are compared with those at the end of the archive. */
  readonly #checksumsPath: string;
  #files = 0;
  #bytes = 0;

  constructor(path: string, consumer: BackupConsumer, checksumsPath: string) {
    this.#path = path;
    this.#consumer = consumer;
    this.#checksumsPath = checksumsPath;
  }

  async read(archive: AsyncIterable<Entry>): Promise<BackupSize> {
    const checksums = createWriteStream(this.#checksumsPath, { mode: 0o600 });
    try {
      return await this.#readEntries(archive, checksums);
    } finally {
      checksums.destroy();
      // The caller deletes the folder of the file.
      await finished(checksums).catch(() => undefined);
    }
  }

  async #readEntries(archive: AsyncIterable<Entry>, checksums: WriteStream): Promise<BackupSize> {
    let isComplete = false;
    let isFirst = true;
    for await (const entry of archive) {
      const { name, type } = entry.header;
      if (isComplete) throw damaged(this.#path, 'it has data after its end');
      if (isFirst !== (name === MANIFEST_FILE)) throw damaged(this.#path, 'its manifest is missing');
      isFirst = false;
      if (name === CHECKSUMS_FILE) {
        checksums.end();
        await finished(checksums);
        await this.#compareChecksums(entry);
        isComplete = true;
      } else {
        const line = await this.#readEntry(name, type === 'directory', entry);
        if (line !== '' && !checksums.write(line)) await once(checksums, 'drain');
      }
    }
    if (!isComplete) throw damaged(this.#path, 'it is incomplete');
    return { files: this.#files, bytes: this.#bytes };
  }

  /** Returns the line with the checksum of a file. */
  async #readEntry(name: string, isFolder: boolean, entry: Entry): Promise<string> {
    const path = name.replace(/\/$/, '');
    if (path !== MANIFEST_FILE && !isRestorable(path))
      throw damaged(this.#path, `it contains the path ${path}`);
    if (isFolder) {
      entry.resume();
      await this.#consumer.onFolder(path);
      return '';
    }
    const hash = createHash('sha256');
    const hashed = (async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield chunk;
      }
    })();
    if (path === MANIFEST_FILE) this.#consumer.onManifest(await this.#parseManifest(hashed));
    else await this.#consumer.onFile(path, hashed);
    this.#files += 1;
    this.#bytes += entry.header.size ?? 0;
    return `${hash.digest('hex')}  ${path}\n`;
  }

  async #parseManifest(content: AsyncIterable<Buffer>): Promise<Manifest> {
    let source = '';
    for await (const chunk of content) {
      source += chunk.toString();
      if (source.length > MAX_MANIFEST_BYTES) throw damaged(this.#path, 'its manifest is too large');
    }
    const parsed = manifestSchema.safeParse(JSON.parse(source));
    if (parsed.success) return parsed.data;
    throw new BackupError(
      `${this.#path} has a format that this version of Loci does not support. Use the version that wrote it, or a later one.`,
    );
  }

  async #compareChecksums(stored: Entry): Promise<void> {
    const computed = createInterface({ input: createReadStream(this.#checksumsPath) })[
      Symbol.asyncIterator
    ]();
    for await (const line of createInterface({ input: Readable.from(stored) })) {
      const { value, done } = await computed.next();
      if (done !== true && value === line) continue;
      throw damaged(this.#path, `the checksum of ${line.slice(66)} is wrong`);
    }
    if ((await computed.next()).done !== true) throw damaged(this.#path, 'checksums are missing');
  }
}

async function decrypt(path: string, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const source = createReadStream(path);
  try {
    const plaintext = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(plaintext as Parameters<typeof Readable.fromWeb>[0]);
  } catch (cause) {
    source.destroy();
    throw new BackupError(`The passphrase is wrong, or ${path} is damaged.`, { cause });
  }
}

const damaged = (path: string, problem: string): BackupError =>
  new BackupError(`${path} is damaged: ${problem}. Use another backup.`);

/** Returns true for errors of the decompression, the decryption and the archive, which have no path of a file. */
function isDamage(error: unknown): boolean {
  if (error instanceof BackupError) return false;
  const { path, code, syscall } = error as NodeJS.ErrnoException;
  return path === undefined && syscall === undefined && (code === undefined || /^(Z_|ERR_STREAM)/.test(code));
}
