import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Marks that generated credentials have not been printed. The marker is a file, so that the next start detects a start
 * that ended before it printed them.
 */
export interface UnprintedMarker {
  isSet(): boolean;
  set(): void;
  clear(): void;
}

/**
 * Returns access to the marker in a folder. Does not set the marker.
 *
 * @param secretsDir existing folder of the generated secrets
 */
export function createUnprintedMarker(secretsDir: string): UnprintedMarker {
  const file = join(secretsDir, 'credentials-not-printed');
  return {
    isSet: () => existsSync(file),
    set: () => writeFileSync(file, '', { mode: 0o600 }),
    clear: () => rmSync(file, { force: true }),
  };
}
