import { execFileSync } from 'node:child_process';

/** The account of the operating system that a server runs under. */
export interface Account {
  uid: number;
  gid: number;
}

/** Accounts without privileges that systems have; the first one wins. */
const UNPRIVILEGED = ['postgres', 'nobody', 'daemon'];

/**
 * PostgreSQL and Elasticsearch refuse to run as root, so root lends them an account; everybody else runs them as
 * themselves. No account is added to the machine.
 *
 * @returns undefined for the account of this process
 */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of UNPRIVILEGED) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== undefined && gid !== undefined && uid !== 0) return { uid, gid };
  }
  throw new Error(`This system has none of the accounts ${UNPRIVILEGED.join(', ')}.`);
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
