import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runAs } from './server-account.ts';
import type { ServerAccount } from './server-account.ts';
import { serverEnvironment } from './server-environment.ts';

/**
 * Shell script that starts the server and prints its pid. A watcher subprocess stops the server when the
 * pipe on standard input closes. The pipe also closes when this process is killed with SIGKILL. The script
 * waits for the server, so that the server does not become a zombie. The script ignores signals, because
 * service managers can send them to all processes, and the server must outlive its clients. If the pipe
 * closed before the server exited, the script deletes the folder of the socket. A shell uses 1 MB of memory.
 * A second Node process would use 45 MB.
 */
const SUPERVISOR_SCRIPT = `
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
kill -KILL "$watcher" 2>/dev/null || rmdir "$LOCI_SOCKET_FOLDER" 2>/dev/null
exit "$code"
`;

export interface SupervisedServer {
  pid: number;
  /** Resolves to the exit code when the server has exited, or to null if the supervisor was killed. */
  exited: Promise<number | null>;
  /** Requests a fast shutdown, in which the server ends all sessions and writes a checkpoint. */
  requestStop(): void;
}

export interface ServerCommand {
  account: ServerAccount;
  command: string[];
  /** Descriptor that the server inherits as fd 3. */
  folder: number | 'ignore';
  /** Descriptor for the output of the server. */
  log: number;
  environment: Record<string, string>;
  /** Folder of the Unix socket, deleted if the server exits after the pipe closed. Empty without a socket. */
  socketFolder: string;
}

/**
 * Starts a server under the supervisor script, in its own session. Ctrl-C in a terminal therefore interrupts
 * only the platform, which needs its database while it shuts down.
 */
export async function startSupervisedServer(options: ServerCommand): Promise<SupervisedServer> {
  const child = spawn('/bin/sh', ['-c', SUPERVISOR_SCRIPT, 'loci-postgres', ...options.command], {
    ...runAs(options.account),
    cwd: '/',
    detached: true,
    env: serverEnvironment({ ...options.environment, LOCI_SOCKET_FOLDER: options.socketFolder }),
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
  // If the supervisor was killed, its watcher subprocess still waits for the pipe.
  void exited.then(() => child.stdin!.destroy());
  return { pid: Number(String(line).trim()), exited, requestStop: () => child.stdin!.destroy() };
}
