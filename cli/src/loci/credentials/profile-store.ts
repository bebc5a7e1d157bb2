import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
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
      await this.#write({ version: 1, profiles });
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

  async #write(content: ProfilesFile): Promise<void> {
    const temporary = join(this.folder, `.profiles-${randomUUID()}.tmp`);
    const file = await open(temporary, 'wx', 0o600);
    try {
      // The umask can only remove permissions, so the mode is correct from the first byte.
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, this.path);
  }

  async #withLock(action: () => Promise<void>): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    if (process.platform !== 'win32') await chmod(this.folder, 0o700);
    const lock = join(this.folder, 'profiles.lock');
    const deadline = Date.now() + LOCK_TIMEOUT_MS;
    while (!(await createLock(lock))) {
      const age =
        Date.now() -
        (await stat(lock).then(
          ({ mtimeMs }) => mtimeMs,
          () => Date.now(),
        ));
      if (age > LOCK_STALE_MS) await rm(lock, { force: true });
      else if (Date.now() > deadline)
        throw new CommandError(
          EXIT_CODE.failure,
          `Another process is changing the profiles. If no other \`loci\` command is running, delete ${lock}.`,
        );
      else await sleep(20);
    }
    try {
      await action();
    } finally {
      await rm(lock, { force: true });
    }
  }
}

async function createLock(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
