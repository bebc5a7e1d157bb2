import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, isUuid } from '@loci/core';
import { WorkerClient } from './worker-client.ts';
import type { WorkerOptions } from './worker-client.ts';
import type { WorkerMethods } from './worker-messages.ts';

/** Calls the methods of a worker thread. */
export interface WorkerCaller<Methods extends WorkerMethods> {
  call<Name extends keyof Methods & string>(
    method: Name,
    args: Parameters<Methods[Name]>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<ReturnType<Methods[Name]>>;
}

export interface RebuildableWorkerOptions extends Omit<WorkerOptions, 'data'> {
  /** Folder with one subfolder per tenant. During a rebuild, another subfolder contains the shadow copy. */
  directory: string;
  /** Returns the `workerData` of a worker that stores its tenants in the given folder. */
  workerDataFor(directory: string): unknown;
}

/** Methods that change stored data. During a rebuild, both workers receive their calls. */
const WRITE_METHODS = new Set(['upsert', 'remove', 'dropTenant']);

/**
 * The worker of an embedded index that can be rebuilt while it serves. A rebuild starts a second worker that builds a
 * shadow copy in another folder. Until the copy is complete, both workers receive every write. Then the folders of the
 * tenants are swapped.
 */
export class RebuildableWorker<Methods extends WorkerMethods> implements WorkerCaller<Methods> {
  readonly #options: RebuildableWorkerOptions;
  readonly #shadowDirectory: string;
  #serving: WorkerClient<Methods>;
  #shadow: WorkerClient<Methods> | null = null;
  #isRebuilding = false;
  /** A promise that is pending while the folders are swapped. Calls wait for it. */
  #swapping: Promise<void> | null = null;

  constructor(options: RebuildableWorkerOptions) {
    this.#options = options;
    this.#shadowDirectory = join(options.directory, '.filling');
    // The folder exists if the previous process stopped during a rebuild.
    rmSync(this.#shadowDirectory, { recursive: true, force: true });
    this.#serving = this.#open(options.directory);
  }

  async call<Name extends keyof Methods & string>(
    method: Name,
    args: Parameters<Methods[Name]>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ReturnType<Methods[Name]>> {
    while (this.#swapping) await this.#swapping;
    const shadow = WRITE_METHODS.has(method) ? this.#shadow : null;
    if (!shadow) return this.#serving.call(method, args, transfer);
    const [result] = await Promise.all([
      this.#serving.call(method, structuredClone(args)),
      shadow.call(method, args, transfer),
    ]);
    return result;
  }

  /**
   * Replaces all tenants with the ones that `fill` writes. Tenants that it does not write are deleted.
   *
   * @param fill writes all items to the shadow copy
   * @throws RES_ALREADY_EXISTS if a rebuild is already running
   * @throws the error of `fill`; the index is then unchanged
   */
  async rebuild(fill: (shadow: WorkerCaller<Methods>) => Promise<void>): Promise<void> {
    if (this.#isRebuilding) {
      throw new AppError('RES_ALREADY_EXISTS', `${this.#options.name} is already being rebuilt.`);
    }
    this.#isRebuilding = true;
    mkdirSync(this.#shadowDirectory, { recursive: true });
    const shadow = this.#open(this.#shadowDirectory);
    this.#shadow = shadow;
    try {
      await fill(shadow);
      const swapping = this.#swap(shadow);
      this.#swapping = swapping;
      await swapping;
    } finally {
      this.#shadow = null;
      this.#swapping = null;
      this.#isRebuilding = false;
      await shadow.close();
      rmSync(this.#shadowDirectory, { recursive: true, force: true });
    }
  }

  /** Waits for pending calls and ends the threads. Idempotent. */
  async close(): Promise<void> {
    await this.#swapping?.catch(() => undefined);
    await Promise.all([this.#serving.close(), this.#shadow?.close()]);
  }

  /**
   * Swaps the folders of the tenants one by one. After a crash in between, some tenants have their old index
   * or no index. The rebuild was not reported as complete then, and reconciliation fills the missing indexes.
   */
  async #swap(shadow: WorkerClient<Methods>): Promise<void> {
    const { directory } = this.#options;
    await Promise.all([this.#serving.close(), shadow.close()]);
    try {
      const rebuilt = new Set(readdirSync(this.#shadowDirectory).filter(isUuid));
      for (const tenantId of readdirSync(directory).filter(isUuid)) {
        rmSync(join(directory, tenantId), { recursive: true });
        if (rebuilt.delete(tenantId))
          renameSync(join(this.#shadowDirectory, tenantId), join(directory, tenantId));
      }
      for (const tenantId of rebuilt)
        renameSync(join(this.#shadowDirectory, tenantId), join(directory, tenantId));
    } finally {
      this.#serving = this.#open(directory);
    }
  }

  #open(directory: string): WorkerClient<Methods> {
    const { module, name, onNotice, workerDataFor } = this.#options;
    return new WorkerClient({ module, name, onNotice, data: workerDataFor(directory) });
  }
}
