import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { withFileLock } from '../files/file-lock.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import { profilesFile } from './profile.ts';
import type { Profile, ProfilesFile } from './profile.ts';

const LOCK_TIMEOUT_MS = 25_000;
/** A change takes at most one request of 10 seconds, so the process that created an older lock has crashed. */
const LOCK_STALE_MS = 20_000;

/** Profiles in a file that only its owner can read. Several processes can change the file at the same time. */
export class ProfileStore {
  readonly folder: string;
  readonly path: string;

  constructor(folder: string) {
    this.folder = folder;
    this.path = join(folder, 'profiles.json');
  }

  async get(name: string): Promise<Profile | undefined> {
    return (await this.#read()).profiles[name];
  }

  async names(): Promise<string[]> {
    return Object.keys((await this.#read()).profiles).sort();
  }

  /**
   * Replaces a profile by the result of `change`. An undefined result removes the profile. Waits for changes of other
   * processes.
   */
  async update(
    name: string,
    change: (profile: Profile | undefined) => Profile | undefined | Promise<Profile | undefined>,
  ): Promise<void> {
    await this.#withLock(async () => {
      const { profiles } = await this.#read();
      const changed = await change(profiles[name]);
      if (changed === undefined) delete profiles[name];
      else profiles[name] = changed;
      await writeAtomically(this.path, `${JSON.stringify({ version: 1, profiles }, null, 2)}\n`);
    });
  }

  async #read(): Promise<ProfilesFile> {
    const content = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new CommandError(EXIT_CODE.usage, `${this.path} is not readable: ${error.message}`);
    });
    if (content === undefined) return { version: 1, profiles: {} };
    try {
      return profilesFile.parse(JSON.parse(content));
    } catch {
      throw new CommandError(
        EXIT_CODE.usage,
        `${this.path} is damaged. Delete the file, and run \`loci login\` again.`,
      );
    }
  }

  async #withLock(action: () => Promise<void>): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    if (process.platform !== 'win32') await chmod(this.folder, 0o700);
    const lock = join(this.folder, 'profiles.lock');
    const toError = (): CommandError =>
      new CommandError(
        EXIT_CODE.failure,
        `Another process is changing the profiles. If no other \`loci\` command is running, delete ${lock}.`,
      );
    await withFileLock(lock, { timeoutMs: LOCK_TIMEOUT_MS, staleMs: LOCK_STALE_MS, toError }, action);
  }
}
