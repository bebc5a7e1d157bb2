import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';
import type { Pack } from 'tar-stream';
import { CHECKSUMS_FILE } from './backup-format.ts';
import type { BackupSize } from './backup-format.ts';

const CHUNK_BYTES = 256 * 1024;
/** Higher levels take several times as long and save about a tenth. */
const GZIP_LEVEL = 1;

/** Writes a compressed tar archive with checksums, which is encrypted if there is a passphrase. */
export class ArchiveWriter {
  readonly #archive: Pack = pack();
  readonly #written: Promise<void>;
  readonly #checksumsPath: string;
  readonly #checksums: WriteStream;
  #files = 0;
  #bytes = 0;

  private constructor(path: string, output: Readable) {
    this.#checksumsPath = `${path}.sums`;
    this.#checksums = createWriteStream(this.#checksumsPath, { mode: 0o600 });
    this.#written = pipeline(output, createWriteStream(path, { mode: 0o600, flush: true }));
    // `finish` rejects as well.
    this.#written.catch((error: unknown) => this.#archive.destroy(error as Error));
  }

  /** @param path new file, which only this user can read */
  static async create(path: string, passphrase: string | undefined): Promise<ArchiveWriter> {
    const gzip = createGzip({ level: GZIP_LEVEL });
    const writer = new ArchiveWriter(path, passphrase === undefined ? gzip : await encrypt(gzip, passphrase));
    pipeline(writer.#archive, gzip).catch((error: unknown) => gzip.destroy(error as Error));
    return writer;
  }

  /** Adds an empty folder. */
  addFolder(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#archive.entry({ name, type: 'directory', mode: 0o700 }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  /** Adds a file with a given content. */
  addText(name: string, content: string): Promise<void> {
    const bytes = Buffer.from(content);
    return this.#add(name, bytes.length, [bytes]);
  }

  /**
   * Adds a file of the disk. A file that shrinks meanwhile is extended with zeros, and what is appended to it is omitted.
   *
   * @returns false if the file does not exist any more
   */
  async addFile(name: string, path: string): Promise<boolean> {
    const file = await openExisting(path);
    if (file === undefined) return false;
    try {
      const { size } = await file.stat();
      await this.#add(name, size, readExactly(file, size));
      return true;
    } finally {
      await file.close();
    }
  }

  /** Adds the checksums, and completes the archive. */
  async finish(): Promise<BackupSize> {
    const size = { files: this.#files, bytes: this.#bytes };
    this.#checksums.end();
    await finished(this.#checksums);
    await this.addFile(CHECKSUMS_FILE, this.#checksumsPath);
    this.#archive.finalize();
    await this.#written;
    await rm(this.#checksumsPath);
    return size;
  }

  /** Stops writing. */
  async abort(): Promise<void> {
    this.#archive.destroy();
    this.#checksums.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#checksumsPath, { force: true });
  }

  async #add(name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    const entry = this.#archive.entry({ name, size, mode: 0o600, type: 'file' });
    const hashed = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(hashed, entry);
    this.#files += 1;
    this.#bytes += size;
    const line = `${hash.digest('hex')}  ${name}\n`;
    if (!this.#checksums.destroyed && !this.#checksums.write(line)) await once(this.#checksums, 'drain');
  }
}

async function encrypt(source: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const plaintext = Readable.toWeb(source) as ReadableStream<Uint8Array>;
  const ciphertext = await encrypter.encrypt(plaintext);
  return Readable.fromWeb(ciphertext as Parameters<typeof Readable.fromWeb>[0]);
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size;) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - position));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    // The rest of the chunk is zeros if the file has become shorter.
    position += bytesRead === 0 ? chunk.length : bytesRead;
    yield bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
  }
}
