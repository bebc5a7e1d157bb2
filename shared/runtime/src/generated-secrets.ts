import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from './config.ts';

export interface StoredSecret {
  value: Secret;
  /** True when it did not exist before this start. */
  isNew: boolean;
}

/**
 * A secret that the operator did not set: made once, kept in `<folder>/<name>`, readable by its owner alone.
 * @param given what the operator set; wins, and is not stored
 */
export function loadOrCreateSecret(
  folder: string,
  name: string,
  given: Secret | undefined,
  prefix = '',
): StoredSecret {
  if (given) return { value: given, isNew: false };
  const file = join(folder, name);
  try {
    // 'wx' fails when it is there: of two starts at once one makes it, both read the same.
    writeFileSync(file, `${prefix}${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    return { value: read(file), isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { value: read(file), isNew: false };
  }
}

const read = (file: string): Secret => new Secret(readFileSync(file, 'utf8').trim());
