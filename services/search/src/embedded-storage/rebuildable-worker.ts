import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, isUuid } from '@loci/core';
import { WorkerClient } from './worker-client.ts';
import type { WorkerOptions } from './worker-client.ts';
import type { WorkerMethods } from './worker-messages.ts';

/** What calls a worker, and does not care which. */
export interface WorkerCaller<Methods extends WorkerMethods> {
  call<Name extends keyof Methods & string>(
    method: Name,
    args: Parameters<Methods[Name]>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<ReturnType<Methods[Name]>>;
}

export interface RebuildableWorkerOptions extends Omit<WorkerOptions, 'data'> {
  /** Holds one folder per tenant, and while it is made anew a second set of them. */
  directory: string;
  /** What the worker is started with, for tenants in this folder. */
  workerDataFor(directory: string): unknown;
}

/** Calls that change what is stored. */
const WRITES = new Set(['upsert', 'remove', 'dropTenant']);

/**
 * The worker of an embedded index that can be made anew while it serves: a second worker fills a folder beside, is given
 * every write meanwhile, and then the tenants' folders change places.
 */
export class RebuildableWorker<Methods extends WorkerMethods> implements WorkerCaller<Methods> {
  readonly #options: RebuildableWorkerOptions;
  readonly #filling: string;
  #serving: WorkerClient<Methods>;
  #fresh: WorkerClient<Methods> | null = null;
  #isRebuilding = false;
  /** Calls wait while the folders change places. */
  #changing: Promise<void> | null = null;

  constructor(options: RebuildableWorkerOptions) {
    this.#options = options;
    this.#filling = join(options.directory, '.filling');
    // Of a rebuild that did not end.
    rmSync(this.#filling, { recursive: true, force: true });
    this.#serving = this.#open(options.directory);
  }

  async call<Name extends keyof Methods & string>(
    method: Name,
    args: Parameters<Methods[Name]>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ReturnType<Methods[Name]>> {
    while (this.#changing) await this.#changing;
    const fresh = WRITES.has(method) ? this.#fresh : null;
    if (!fresh) return this.#serving.call(method, args, transfer);
    const [result] = await Promise.all([
      this.#serving.call(method, structuredClone(args)),
      fresh.call(method, args, transfer),
    ]);
    return result;
  }

  /**
   * @param fill writes to the fresh worker all that is to be there
   * @throws RES_ALREADY_EXISTS while another one goes on; what `fill` throws: the index is as it was then
   */
  async rebuild(fill: (fresh: WorkerCaller<Methods>) => Promise<void>): Promise<void> {
    if (this.#isRebuilding) {
      throw new AppError('RES_ALREADY_EXISTS', `${this.#options.name} is being rebuilt already.`);
    }
    this.#isRebuilding = true;
    mkdirSync(this.#filling, { recursive: true });
    const fresh = this.#open(this.#filling);
    this.#fresh = fresh;
    try {
      await fill(fresh);
      const changing = this.#change(fresh);
      this.#changing = changing;
      await changing;
    } finally {
      this.#fresh = null;
      this.#changing = null;
      this.#isRebuilding = false;
      await fresh.close();
      rmSync(this.#filling, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    await this.#changing?.catch(() => undefined);
    await Promise.all([this.#serving.close(), this.#fresh?.close()]);
  }

  /** A crash in the middle leaves some tenants as they were, whole: nobody was told that the rebuild was done. */
  async #change(fresh: WorkerClient<Methods>): Promise<void> {
    const { directory } = this.#options;
    await Promise.all([this.#serving.close(), fresh.close()]);
    try {
      const filled = new Set(readdirSync(this.#filling).filter(isUuid));
      for (const tenantId of readdirSync(directory).filter(isUuid)) {
        rmSync(join(directory, tenantId), { recursive: true });
        if (filled.delete(tenantId)) renameSync(join(this.#filling, tenantId), join(directory, tenantId));
      }
      for (const tenantId of filled) renameSync(join(this.#filling, tenantId), join(directory, tenantId));
    } finally {
      this.#serving = this.#open(directory);
    }
  }

  #open(directory: string): WorkerClient<Methods> {
    const { module, name, onNotice, workerDataFor } = this.#options;
    return new WorkerClient({ module, name, onNotice, data: workerDataFor(directory) });
  }
}
