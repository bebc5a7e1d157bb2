import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, isUuid } from '@loci/core';
import { indexName } from './index-address.ts';
import type { IndexAddress } from './index-address.ts';
import type { EngineIndex, SearchEngine } from './search-engine.ts';
import type { WorkerMethods } from '../embedded-storage/worker-messages.ts';

/** Calls the methods of an index in an engine thread. */
export interface IndexCaller<Methods extends WorkerMethods> {
  call<Name extends keyof Methods & string>(
    method: Name,
    args: Parameters<Methods[Name]>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<ReturnType<Methods[Name]>>;
}

export interface RebuildableIndexOptions {
  engine: SearchEngine;
  /** Address of the index. During a rebuild, a subfolder of its directory contains the shadow copy. */
  address: IndexAddress;
  onTenantLost(tenantId: string): void;
}

/** Methods that change stored data. During a rebuild, their calls are sent to both copies. */
const WRITE_METHODS = new Set(['upsert', 'remove', 'deleteTombstones', 'dropTenant']);

/**
 * An embedded index that can be rebuilt while it serves. A rebuild opens a second index, the shadow copy, in
 * another folder. Until the copy is complete, both receive every write. Then the folders of the tenants are
 * swapped.
 */
export class RebuildableIndex<Methods extends WorkerMethods> implements IndexCaller<Methods> {
  readonly #options: RebuildableIndexOptions;
  readonly #shadowDirectory: string;
  #serving: EngineIndex<Methods>;
  #shadow: EngineIndex<Methods> | null = null;
  #isRebuilding = false;
  /** A promise that is pending while the folders are swapped. Calls wait for it. */
  #swapping: Promise<void> | null = null;

  constructor(options: RebuildableIndexOptions) {
    this.#options = options;
    this.#shadowDirectory = join(options.address.directory, '.filling');
    // The folder exists if the previous process stopped during a rebuild.
    rmSync(this.#shadowDirectory, { recursive: true, force: true });
    this.#serving = this.#open(options.address.directory);
  }

  /** Address of the serving index. */
  get address(): IndexAddress {
    return this.#options.address;
  }

  get engine(): SearchEngine {
    return this.#options.engine;
  }

  /**
   * Runs `work` with the address of the serving index, which stays open and is not replaced until `work`
   * ends.
   *
   * @throws SYS_SERVICE_UNAVAILABLE after `close`
   */
  async use<Result>(work: (address: IndexAddress) => Promise<Result>): Promise<Result> {
    while (this.#swapping) await this.#swapping;
    const serving = this.#serving;
    return serving.use(() => work(serving.address));
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
   * @throws the error of `fill`. In this case, the index is unchanged.
   */
  async rebuild(fill: (shadow: IndexCaller<Methods>) => Promise<void>): Promise<void> {
    if (this.#isRebuilding) {
      throw new AppError(
        'RES_ALREADY_EXISTS',
        `${indexName(this.#options.address.kind)} is already being rebuilt. Wait until the rebuild ends.`,
      );
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

  /** Waits for pending calls and closes the index. Idempotent. */
  async close(): Promise<void> {
    await this.#swapping?.catch(() => undefined);
    await Promise.all([this.#serving.close(), this.#shadow?.close()]);
  }

  /**
   * Swaps the folders of the tenants one by one. After a crash during the swap, some tenants have their old
   * index or no index. The rebuild was then not reported as complete, and reconciliation fills the missing
   * indexes.
   */
  async #swap(shadow: EngineIndex<Methods>): Promise<void> {
    const { directory } = this.#options.address;
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

  #open(directory: string): EngineIndex<Methods> {
    const { engine, address, onTenantLost } = this.#options;
    return engine.open({ ...address, directory }, onTenantLost);
  }
}
