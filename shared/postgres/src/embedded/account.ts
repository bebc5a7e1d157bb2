import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartupError } from '@loci/core';

/** The account of the operating system that the database server runs under. */
export interface Account {
  uid: number;
  gid: number;
  /** True when it is not the account of this process, so that the processes must be started with uid and gid. */
  foreign: boolean;
}

/** Accounts without privileges that systems have; the first one wins. initdb needs a named one, a bare uid will not do. */
const UNPRIVILEGED = ['postgres', 'nobody', 'daemon'];

/**
 * PostgreSQL refuses to run as root. Root therefore lends it the account that owns the cluster already or,
 * for a new cluster, an unprivileged one of the system; everybody else runs it as themselves.
 *
 * @param clusterDir may be absent
 * @throws StartupError when the cluster belongs to an account that this process cannot take
 */
export function accountFor(clusterDir: string): Account {
  const own = process.getuid?.() ?? -1;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (own !== 0) {
    if (owner !== undefined && own !== -1 && owner.uid !== own) {
      throw new StartupError(
        `The database in ${clusterDir} belongs to the user ${owner.uid}, and this is the user ${own}. ` +
          'Start as that user, give the folder to this one, or choose another DATA_DIR.',
      );
    }
    return { uid: own, gid: process.getgid?.() ?? -1, foreign: false };
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, foreign: true };
  for (const name of UNPRIVILEGED) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== undefined && gid !== undefined && uid !== 0) return { uid, gid, foreign: true };
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and this system has none of the accounts ${UNPRIVILEGED.join(', ')} ` +
      'to run it under. Start Loci as an ordinary user, or add one of them.',
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

/** The part of spawn's options that makes a process run under the account. */
export function runAs(account: Account): { uid?: number; gid?: number } {
  return account.foreign ? { uid: account.uid, gid: account.gid } : {};
}
