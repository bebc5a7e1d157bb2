import { execFileSync } from 'node:child_process';

/** Operating system account of a server. */
export interface Account {
  uid: number;
  gid: number;
}

/** Common unprivileged accounts. The first account that exists is used. */
const UNPRIVILEGED = ['postgres', 'nobody', 'daemon'];

/**
 * Returns an existing unprivileged account if this process runs as root, because PostgreSQL and Elasticsearch
 * refuse to run as root.
 *
 * @returns undefined if this process does not run as root
 */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of UNPRIVILEGED) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== undefined && gid !== undefined && uid !== 0) return { uid, gid };
  }
  throw new Error(
    `The engines cannot run as root, and none of the accounts ${UNPRIVILEGED.join(', ')} exists. ` +
      'Create one of these accounts.',
  );
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined;
  }
}
