import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EngineName, Launch } from './engine.ts';
import {
  identifyProcess,
  isAlive,
  killTree,
  processTree,
  signalTree,
  stopTree,
} from './processes/process-table.ts';
import type { ProcessIdentity } from './processes/process-table.ts';

const READY_POLL_MS = 50;
const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 20_000;
const SHOWN_LOG_LINES = 30;

export interface ServerOptions {
  name: EngineName;
  /** Client port on 127.0.0.1. */
  port: number;
  folder: string;
  launch: Launch;
  /** Called with each started process. */
  onStart(identity: ProcessIdentity): void;
}

/** A server in separate processes, which keep running after this process ends. `stop` and `kill` end them. */
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

  /** True from `start` until the process exits. Also true while the process is paused. */
  get isRunning(): boolean {
    return this.#identity !== undefined && isAlive(this.#identity);
  }

  /** Pids of the server. Empty if it does not run. */
  get pids(): number[] {
    return this.#identity === undefined ? [] : processTree(this.#identity);
  }

  /** Starts the server with its existing data. @throws Error if it runs already or cannot be started */
  async start(): Promise<void> {
    if (this.isRunning) throw new Error(`${this.name} is already running.`);
    const { command, args, environment, account } = this.#options.launch;
    const log = openSync(this.logFile, 'a');
    const child = spawn(command, args, {
      cwd: this.#options.folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', log, log],
      // Starts the server in a separate session, so that Ctrl+C in a terminal does not reach it.
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

  /**
   * Waits until the server is ready.
   *
   * @throws Error with the end of its log if it exits or is not ready within 5 minutes
   */
  async waitUntilReady(): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await this.#options.launch.isReady().catch(() => false))) {
      if (!this.isRunning) throw this.#failure(`does not run (${this.#howItEnded()})`);
      if (Date.now() > deadline) throw this.#failure(`was not ready within ${READY_TIMEOUT_MS / 1000} s`);
      await delay(READY_POLL_MS);
    }
  }

  /** Shuts the server down gracefully, or kills it after 20 s. Idempotent. */
  async stop(): Promise<void> {
    const identity = this.#identity;
    if (identity === undefined || !isAlive(identity)) return;
    this.resume();
    process.kill(identity.pid, this.#options.launch.stopSignal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isAlive(identity) && Date.now() < deadline) await delay(READY_POLL_MS);
    await killTree(identity);
  }

  /** Kills all processes with SIGKILL and waits until they have exited. */
  async kill(): Promise<void> {
    if (this.#identity !== undefined) await killTree(this.#identity);
  }

  /** Stops all processes with SIGSTOP. Connections stay open without responses. */
  async pause(): Promise<void> {
    if (this.#identity !== undefined) await stopTree(this.#identity);
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
    return new Error([`${this.name} ${what}. End of its log:`, ...log.slice(-SHOWN_LOG_LINES)].join('\n  '));
  }
}
