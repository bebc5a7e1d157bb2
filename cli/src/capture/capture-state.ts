import { createHash } from 'node:crypto';
import { mkdir, opendir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../loci/files/file-lock.ts';
import { writeAtomically } from '../loci/files/write-atomically.ts';

/** Position in a transcript up to which its messages are stored. */
export interface CapturePosition {
  /** Bytes. */
  offset: number;
  /** Number of lines before the offset. */
  line: number;
  /** Messages before this time in ISO 8601 are not stored, because they are older than the hooks. */
  since: string;
}

const LOCK_TIMEOUT_MS = 5_000;
/** Longer than the deadline of a capture. */
const LOCK_STALE_MS = 120_000;
/** Positions of transcripts that did not change for this time are deleted. */
const MAX_AGE_MS = 90 * 24 * 3600 * 1000;
/** Files that one run checks for their age. */
const MAX_CHECKED_FILES = 200;

/** Positions of transcripts, in one file each. Several processes can use them at the same time. */
export class CaptureState {
  readonly #folder: string;

  /** @param stateFolder for the state of the command */
  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, 'capture');
  }

  /** Starts with messages after `since`, unless the transcript has a position. */
  async begin(transcript: string, since: Date): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if ((await this.#read(transcript)) !== undefined) return;
    await this.#deleteOld();
    await this.#write(transcript, { offset: 0, line: 0, since: since.toISOString() });
  }

  /**
   * Runs `action` while no other process captures the transcript.
   *
   * @param action receives the position, and a function that stores the next one
   * @throws Error if another process takes too long. A later run stores the messages.
   */
  async withPosition(
    transcript: string,
    action: (position: CapturePosition, save: (next: CapturePosition) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const options = {
      timeoutMs: LOCK_TIMEOUT_MS,
      staleMs: LOCK_STALE_MS,
      toError: () => new Error('Another process captures this transcript.'),
    };
    await withFileLock(`${this.#pathOf(transcript)}.lock`, options, async () => {
      const position = await this.#read(transcript);
      if (position === undefined) throw new Error('The transcript has no position.');
      await action(position, (next) => this.#write(transcript, next));
    });
  }

  async #read(transcript: string): Promise<CapturePosition | undefined> {
    const text = await readFile(this.#pathOf(transcript), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    const { offset, line, since } = JSON.parse(text) as Partial<CapturePosition>;
    if (!Number.isInteger(offset) || !Number.isInteger(line) || typeof since !== 'string')
      throw new Error(`${this.#pathOf(transcript)} is damaged. Delete the file.`);
    return { offset: offset!, line: line!, since };
  }

  async #write(transcript: string, position: CapturePosition): Promise<void> {
    await writeAtomically(this.#pathOf(transcript), JSON.stringify(position));
  }

  #pathOf(transcript: string): string {
    const name = createHash('sha256').update(transcript).digest('hex').slice(0, 32);
    return join(this.#folder, `${name}.json`);
  }

  async #deleteOld(): Promise<void> {
    let checked = 0;
    for await (const { name } of await opendir(this.#folder)) {
      if ((checked += 1) > MAX_CHECKED_FILES) return;
      const path = join(this.#folder, name);
      const stats = await stat(path).catch(() => undefined);
      if (stats !== undefined && Date.now() - stats.mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
    }
  }
}
