import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from './config.ts';

export interface StoredSecret {
  value: Secret;
  /** True if this call generated the secret. */
  isNew: boolean;
}

/**
 * Returns the configured secret, or the secret in the file `<folder>/<name>`, or a new secret, which it
 * stores in this file. The file is readable only by its owner. Concurrent calls return the same secret.
 *
 * @param configured secret that the operator set, which is not stored
 * @param prefix start of a generated secret
 */
export function loadOrCreateSecret(
  folder: string,
  name: string,
  configured: Secret | undefined,
  prefix = '',
): StoredSecret {
  if (configured) return { value: configured, isNew: false };
  const file = join(folder, name);
  try {
    // With the flag wx, writing fails if the file exists, so only one of two concurrent processes creates the
    // file.
    writeFileSync(file, `${prefix}${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    return { value: read(file), isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { value: read(file), isNew: false };
  }
}

const read = (file: string): Secret => new Secret(readFileSync(file, 'utf8').trim());
