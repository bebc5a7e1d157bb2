import { unavailable } from '@loci/core';
import type { TenantCache } from '../embedded-storage/tenant-cache.ts';
import type { WorkerMethods } from '../embedded-storage/worker-messages.ts';
import {
  createKeywordWorkerMethods,
  openKeywordTenants,
} from '../keyword-index/embedded/keyword-worker-methods.ts';
import type { TenantKeywordIndex } from '../keyword-index/embedded/tenant-keyword-index.ts';
import type { TenantVectorIndex } from '../vector-index/embedded/tenant-vector-index.ts';
import {
  createVectorWorkerMethods,
  openVectorTenants,
} from '../vector-index/embedded/vector-worker-methods.ts';
import { indexName } from './index-address.ts';
import type { IndexAddress, TenantLostNotice } from './index-address.ts';
import { retrieveCandidates } from './retrieve-candidates.ts';
import type { EngineCandidates, EngineQuery } from './retrieve-candidates.ts';

export type EngineMethods = ReturnType<typeof createEngineMethods>;

/** An index that is open in the thread. */
interface OpenIndex<Tenant extends TenantKeywordIndex | TenantVectorIndex> {
  tenants: TenantCache<Tenant>;
  methods: WorkerMethods;
}

/**
 * Creates the methods of an engine thread. The first argument of `call` and `retrieve` is the tenant, because
 * the queue of the thread takes turns between tenants. An index is opened by its first call.
 *
 * @param threads number of threads that share the limits of each index
 */
export function createEngineMethods(threads: number, onTenantLost: (notice: TenantLostNotice) => void) {
  const keywordIndexes = new Map<string, OpenIndex<TenantKeywordIndex>>();
  const vectorIndexes = new Map<string, OpenIndex<TenantVectorIndex>>();

  const optionsOf = (address: IndexAddress) => ({
    directory: address.directory,
    dimension: address.dimension,
    maxOpenTenants: Math.ceil(address.maxOpenTenants / threads),
    maxMemoryBytes: Math.ceil(address.maxMemoryBytes / threads),
    onTenantLost: (tenantLost: string) => onTenantLost({ directory: address.directory, tenantLost }),
  });

  function keywordIndex(address: IndexAddress): OpenIndex<TenantKeywordIndex> {
    return getOrOpen(keywordIndexes, address, () => {
      const tenants = openKeywordTenants(optionsOf(address));
      return { tenants, methods: createKeywordWorkerMethods(tenants) };
    });
  }

  function vectorIndex(address: IndexAddress): OpenIndex<TenantVectorIndex> {
    return getOrOpen(vectorIndexes, address, () => {
      const tenants = openVectorTenants(optionsOf(address));
      return { tenants, methods: createVectorWorkerMethods(tenants, address.dimension) };
    });
  }

  return {
    /** Calls a method of an index. */
    call(_tenantId: string, address: IndexAddress, method: string, args: readonly unknown[]): unknown {
      const { methods } = address.kind === 'keyword' ? keywordIndex(address) : vectorIndex(address);
      return methods[method]!(...args);
    },
    /** Searches both indexes of a tenant. */
    retrieve(
      tenantId: string,
      keyword: IndexAddress,
      vector: IndexAddress | null,
      query: EngineQuery,
    ): EngineCandidates {
      return retrieveCandidates(query, {
        keyword: () => keywordIndex(keyword).tenants.read(tenantId, null, (tenant) => tenant),
        vector: () => vector && vectorIndex(vector).tenants.read(tenantId, null, (tenant) => tenant),
      });
    },
    /** Does nothing. The result shows the caller that the thread has started. */
    ping(): void {},
    closeIndex(directory: string): void {
      for (const indexes of [keywordIndexes, vectorIndexes]) {
        indexes.get(directory)?.tenants.close();
        indexes.delete(directory);
      }
    },
    close(): void {
      for (const indexes of [keywordIndexes, vectorIndexes])
        for (const { tenants } of indexes.values()) tenants.close();
    },
  };
}

/**
 * Returns the index at an address. Opens the index on first use.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the directory cannot be created
 */
function getOrOpen<Index>(indexes: Map<string, Index>, address: IndexAddress, open: () => Index): Index {
  const existing = indexes.get(address.directory);
  if (existing) return existing;
  try {
    const opened = open();
    indexes.set(address.directory, opened);
    return opened;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw unavailable(indexName(address.kind), error);
    throw error;
  }
}
