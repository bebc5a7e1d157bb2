import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runAs } from './account.ts';
import type { Account } from './account.ts';
import { serverEnvironment } from './server-environment.ts';

/**
 * Runs the server, and stops it when the pipe on standard input closes, which also happens when this process is
 * killed with -9. A shell costs 1 MB where a second Node would cost 45. It prints the server's pid, waits, and
 * reaps it, so that no zombie keeps the name of a server that is gone. The signals are ignored because a service
 * manager may send them to every process, and the server must outlive those that still use it.
 */
const SUPERVISE = `
trap '' HUP INT TERM
exec 4<&0 </dev/null
"$@" 4<&- &
server=$!
echo "$server"
exec >/dev/null 3<&-
{ read -r _ <&4; kill -INT "$server"; } &
watcher=$!
exec 4<&-
wait "$server"
code=$?
kill -KILL "$watcher" 2>/dev/null
exit "$code"
`;

export interface SupervisedServer {
  pid: number;
  /** Resolves when the server is gone, with its exit code (null: the supervisor itself was killed). */
  exited: Promise<number | null>;
  /** Asks for a fast shutdown: sessions are ended, a checkpoint is written. */
  requestStop(): void;
}

export interface ServerCommand {
  account: Account;
  command: string[];
  /** Fd 3 of the server. */
  folder: number | 'ignore';
  /** Descriptor for the server's messages. */
  log: number;
  environment: Record<string, string>;
}

/** In a session of its own: Ctrl-C in a terminal must reach the platform, which still needs its database, alone. */
export async function superviseServer(options: ServerCommand): Promise<SupervisedServer> {
  const child = spawn('/bin/sh', ['-c', SUPERVISE, 'loci-postgres', ...options.command], {
    ...runAs(options.account),
    cwd: '/',
    detached: true,
    env: serverEnvironment(options.environment),
    stdio: ['pipe', 'pipe', options.log, options.folder],
  });
  child.stdin!.on('error', () => {});
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  exited.catch(() => {});
  const [line] = (await Promise.race([once(child.stdout!, 'data'), exited.then(() => [''])])) as [
    Buffer | string,
  ];
  child.stdout!.destroy();
  // The supervisor ends only after its server, unless somebody killed it: then nobody waits for the watcher.
  void exited.then(() => child.stdin!.destroy());
  return { pid: Number(String(line).trim()), exited, requestStop: () => child.stdin!.destroy() };
}
