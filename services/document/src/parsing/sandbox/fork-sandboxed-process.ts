import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { networkNamespaceCommand } from './network-namespace.ts';
import { readableCode } from './readable-code.ts';
import { watchdogEnvironment } from './watchdog-limits.ts';
import type { WatchdogLimits } from './watchdog-limits.ts';

const PREPARATION = fileURLToPath(new URL('./prepare-parser-process.ts', import.meta.url));
const LOW_PRIORITY = 10;
/** Share of the memory limit that V8's heap may use. The rest is for buffers and Node.js itself. */
const HEAP_SHARE = 0.6;
const MIB = 1_048_576;

/**
 * Starts a Node.js program that handles an untrusted file. The process can read only that file and the code
 * of the parsers. It cannot write files, start processes or threads, load native addons, or read the
 * environment of its parent. It has no network access if the platform supports network namespaces. It runs
 * with a low CPU priority and is killed when it exceeds its limits.
 *
 * @param entry absolute path of the program, which must be `filePath` or a file that {@link readableCode}
 *   includes
 * @param filePath absolute path of the untrusted file
 * @see docs/security-model.md#untrusted-files
 */
export async function forkSandboxedProcess(
  entry: string,
  filePath: string,
  limits: WatchdogLimits,
): Promise<ChildProcess> {
  const [execPath, ...execArgv] = [
    ...(await networkNamespaceCommand(process.execPath)),
    process.execPath,
    `--max-old-space-size=${Math.ceil((HEAP_SHARE * limits.memoryBytes) / MIB)}`,
    '--no-warnings',
    '--permission',
    // The watchdog needs this permission. `prepare-parser-process.ts` drops it before the entry is loaded.
    '--allow-worker',
    ...[...readableCode(), filePath].map((path) => `--allow-fs-read=${path}`),
    `--import=${PREPARATION}`,
  ];
  const child = fork(entry, [], {
    execPath: execPath!,
    execArgv,
    env: watchdogEnvironment(limits),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // The process may end before it reads its message. The exit code then reports the cause.
  child.on('error', () => undefined);
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // Some platforms do not support priorities. A low priority is not required.
  }
}
