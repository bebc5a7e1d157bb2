import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallOptions } from '@loci/contracts';
import type { RequestKey } from './idempotency-key.ts';
import type { IdempotencyStore } from './idempotency-store.ts';

interface ForwardedKey {
  key: RequestKey;
  isReplayed: boolean;
}

const current = new AsyncLocalStorage<ForwardedKey>();

/**
 * Idempotency store of operations without a database. Passes the key of a request to the service call that stores its
 * response.
 */
export const forwardIdempotencyKeys: IdempotencyStore = {
  run: async ({ key, fingerprint }, handle) => {
    const forwarded: ForwardedKey = { key: { key, fingerprint }, isReplayed: false };
    const reply = await current.run(forwarded, handle);
    return { reply, isReplayed: forwarded.isReplayed };
  },
};

/** Returns the options of the service call that stores the response of the running request. */
export function forwardedKeyOptions(): Pick<CallOptions, 'idempotency' | 'onReplayed'> {
  const forwarded = current.getStore();
  if (!forwarded) return {};
  return { idempotency: forwarded.key, onReplayed: () => (forwarded.isReplayed = true) };
}
