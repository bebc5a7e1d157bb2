import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EngineName, Launch } from './engine.ts';
import { identifyProcess, isAlive, killTree, processTree, signalTree } from './processes/process-table.ts';
import type { ProcessIdentity } from './processes/process-table.ts';

const READY_POLL_MS = 50;
const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 20_000;
const SHOWN_LOG_LINES = 30;

export interface ServerOptions {
  name: EngineName;
  /** Where clients connect to, on 127.0.0.1. */
  port: number;
  folder: string;
  launch: Launch;
  /** Called with every process that is started. */
  onStart(identity: ProcessIdentity): void;
}

/** One server in processes of its own, which live on when this process ends: `stop` or `kill` it. */
export class Server {
  readonly name: EngineName;
  readonly host = '127.0.0.1';
  readonly port: number;
  readonly logFile: string;
  readonly #options: ServerOptions;
  #child: ChildProcess | undefined;
  #identity: ProcessIdentity | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.name = options.name;
    this.port = options.port;
    this.logFile = join(options.folder, 'output.log');
  }

  get variables(): Readonly<Record<string, string>> {
    return this.#options.launch.variables;
  }

  /** True from `start` until its process is gone, also while it is paused. */
  get isRunning(): boolean {
    return this.#identity !== undefined && isAlive(this.#identity);
  }

  /** The ids of its processes; empty when it does not run. */
  get pids(): number[] {
    return this.#identity === undefined ? [] : processTree(this.#identity);
  }

  /** Starts it on the data it had before. @throws Error when it runs, or its program cannot be started */
  async start(): Promise<void> {
    if (this.isRunning) throw new Error(`${this.name} runs already.`);
    const { command, args, environment, account } = this.#options.launch;
    const log = openSync(this.logFile, 'a');
    const child = spawn(command, args, {
      cwd: this.#options.folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', log, log],
      // A session of its own: Ctrl-C in a terminal is for whoever started the servers, not for them.
      detached: true,
      ...account,
    });
    closeSync(log);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    this.#child = child;
    this.#identity = identifyProcess(child.pid!);
    if (this.#identity !== undefined) this.#options.onStart(this.#identity);
  }

  /** Resolves when it answers. @throws Error with the end of its log when it has ended, or takes too long */
  async waitUntilReady(): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await this.#options.launch.isReady().catch(() => false))) {
      if (!this.isRunning) throw this.#failure(`does not run (${this.#howItEnded()})`);
      if (Date.now() > deadline) throw this.#failure(`did not answer within ${READY_TIMEOUT_MS / 1000} s`);
      await delay(READY_POLL_MS);
    }
  }

  /** Ends it in good order, or by force after 20 s. Resolves when it is gone; without effect when it is already. */
  async stop(): Promise<void> {
    const identity = this.#identity;
    if (identity === undefined || !isAlive(identity)) return;
    this.resume();
    process.kill(identity.pid, this.#options.launch.stopSignal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isAlive(identity) && Date.now() < deadline) await delay(READY_POLL_MS);
    await killTree(identity);
  }

  /** kill -9 of all its processes, as when a container dies. Resolves when they are gone. */
  async kill(): Promise<void> {
    if (this.#identity !== undefined) await killTree(this.#identity);
  }

  /** SIGSTOP to all its processes: connections stay open and nothing answers. */
  pause(): void {
    if (this.#identity !== undefined) signalTree(this.#identity, 'SIGSTOP');
  }

  resume(): void {
    if (this.#identity !== undefined) signalTree(this.#identity, 'SIGCONT');
  }

  #howItEnded(): string {
    const { exitCode, signalCode } = this.#child ?? {};
    return signalCode ?? (exitCode == null ? 'it was not started' : `exit code ${exitCode}`);
  }

  #failure(what: string): Error {
    const log = existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8').trimEnd().split('\n') : [];
    return new Error([`${this.name} ${what}. Its log ends:`, ...log.slice(-SHOWN_LOG_LINES)].join('\n  '));
  }
}
