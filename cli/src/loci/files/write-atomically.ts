import { randomUUID } from 'node:crypto';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface WriteOptions {
  /** Default: only the owner can read the file. */
  mode?: number;
  /** Called immediately before the file is replaced. False cancels. */
  isAllowed?: () => Promise<boolean>;
}

/** Replaces a file, so that readers see either the old or the new content. Returns false if `isAllowed` canceled. */
export async function writeAtomically(
  path: string,
  content: string,
  { mode = 0o600, isAllowed }: WriteOptions = {},
): Promise<boolean> {
  const temporary = join(dirname(path), `.loci-${randomUUID()}.tmp`);
  try {
    // The umask can only remove permissions, so the content is protected from the first byte.
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    if (mode !== 0o600 && process.platform !== 'win32') await chmod(temporary, mode);
    if (isAllowed !== undefined && !(await isAllowed())) return false;
    await rename(temporary, path);
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}
