import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartupError } from '@loci/core';

/** Operating system account that runs the database server. */
export interface ServerAccount {
  uid: number;
  gid: number;
  /**
   * True if the account is not the account of this process. Child processes must then be started with its uid
   * and gid.
   */
  isForeign: boolean;
}

/** Unprivileged accounts in order of preference. initdb requires an account with a name, not only a uid. */
const UNPRIVILEGED_ACCOUNTS = ['postgres', 'nobody', 'daemon'];

/**
 * Chooses the account for the server. PostgreSQL refuses to run as root. Root uses the owner of an existing cluster or,
 * for a new cluster, an unprivileged account. All other users run the server under their own account.
 *
 * @param clusterDir folder of the cluster, which may not exist yet
 * @throws StartupError if the cluster belongs to another account that this process cannot use
 */
export function chooseServerAccount(clusterDir: string): ServerAccount {
  const ownUid = process.getuid?.() ?? -1;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (ownUid !== 0) {
    if (owner !== undefined && ownUid !== -1 && owner.uid !== ownUid) {
      throw new StartupError(
        `The database in ${clusterDir} belongs to the user with uid ${owner.uid}, ` +
          `but this process runs with uid ${ownUid}. ` +
          'Start Loci as that user, change the owner of the folder, or choose another DATA_DIR.',
      );
    }
    return { uid: ownUid, gid: process.getgid?.() ?? -1, isForeign: false };
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, isForeign: true };
  for (const name of UNPRIVILEGED_ACCOUNTS) {
    const uid = lookUpId('-u', name);
    const gid = lookUpId('-g', name);
    if (uid !== undefined && gid !== undefined && uid !== 0) return { uid, gid, isForeign: true };
  }
  throw new StartupError(
    `PostgreSQL cannot run as root, and none of the accounts ${UNPRIVILEGED_ACCOUNTS.join(', ')} exists. ` +
      'Start Loci as a user without root privileges, or create one of these accounts.',
  );
}

function lookUpId(flag: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined;
  }
}

/** Returns the options of `child_process.spawn` that run a process under the account. */
export function runAs(account: ServerAccount): { uid?: number; gid?: number } {
  return account.isForeign ? { uid: account.uid, gid: account.gid } : {};
}
