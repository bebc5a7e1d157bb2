import type { MemoryClient, SecretFilterSetting } from '@loci/contracts';
import { isAppError } from '@loci/core';
import type { Caller } from '@loci/core';

/** Duration for which the gateway uses a setting that it read, in milliseconds. */
const LIFETIME_MS = 1_000;
/** Duration for which the gateway uses the last setting if the memory service does not respond, in milliseconds. */
const MAX_STALE_MS = 600_000;
/** Maximum duration of a read in milliseconds. It usually takes 1 ms. */
const READ_TIMEOUT_MS = 2_000;
/** Maximum number of tenants in the cache. The tenants that were read first are removed. */
const MAX_TENANTS = 10_000;

/** Path of the operations of the setting. */
export const SECRET_FILTER_PATH = '/api/v2/settings/secret-filter';

/** Secret filters of the tenants. */
export interface SecretFilters {
  /**
   * Returns the caller of a write with the secret filter of the tenant.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if the memory service does not respond and the setting is not known, because the write
   *   could store a secret
   */
  apply(caller: Caller): Promise<Caller>;
  /**
   * Turns the cache off for a tenant whose setting changes, so that each write after the response has the new setting.
   *
   * @returns a function that must be called at the end of the change
   */
  startChange(tenantId: string): () => void;
}

/**
 * Creates secret filters with a cache, because every write needs the setting. Changes by other processes have an effect
 * after one second.
 *
 * @param now returns the time in milliseconds; it must not depend on the system clock
 */
export function createSecretFilters(
  memory: Pick<MemoryClient, 'getSecretFilter'>,
  now: () => number = () => performance.now(),
): SecretFilters {
  const cached = new Map<string, { action: SecretFilterSetting; readAtMs: number }>();
  /** Number of running changes by tenant. */
  const changes = new Map<string, number>();
  /** Increases with each change, so that a read that started before does not fill the cache. */
  let generation = 0;

  async function read({ tenantId, requestId }: Caller): Promise<SecretFilterSetting> {
    const known = cached.get(tenantId);
    const startedAt = now();
    if (known && startedAt < known.readAtMs + LIFETIME_MS && !changes.has(tenantId)) return known.action;
    const startedIn = generation;
    try {
      const action = await memory.getSecretFilter(tenantId, { requestId, timeoutMs: READ_TIMEOUT_MS });
      if (startedIn === generation) {
        cached.delete(tenantId);
        if (cached.size >= MAX_TENANTS) cached.delete(cached.keys().next().value!);
        cached.set(tenantId, { action, readAtMs: startedAt });
      }
      return action;
    } catch (error) {
      // During an upgrade, a process of an earlier version has no such operation and no such setting.
      if (isAppError(error) && error.code === 'RES_NOT_FOUND') return 'off';
      const last = cached.get(tenantId);
      if (last && startedAt < last.readAtMs + MAX_STALE_MS) return last.action;
      throw error;
    }
  }

  return {
    apply: async (caller) => {
      const action = await read(caller);
      return action === 'off' ? caller : { ...caller, secretFilter: action };
    },
    startChange: (tenantId) => {
      changes.set(tenantId, (changes.get(tenantId) ?? 0) + 1);
      return () => {
        generation++;
        cached.delete(tenantId);
        const remaining = changes.get(tenantId)! - 1;
        if (remaining > 0) changes.set(tenantId, remaining);
        else changes.delete(tenantId);
      };
    },
  };
}
