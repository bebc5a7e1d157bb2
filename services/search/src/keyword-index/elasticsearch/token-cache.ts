/** Shortest and longest time for which a value is cached, in milliseconds. */
const MIN_TTL_MS = 5_000;
const MAX_TTL_MS = 300_000;
/**
 * Milliseconds of cache time per item of the tenant. In a tenant with at least 5,000 items and at most 100
 * new items per second, a cached document frequency is therefore at most 10 % too low, which changes an IDF
 * by at most 0.1.
 */
const TTL_MS_PER_ITEM = 1;
/** Maximum number of cached tokens of all tenants. An entry needs about 200 bytes. */
const MAX_TOKENS = 50_000;

interface Entry<Value> {
  value: Value;
  expiresAtMs: number;
}

/**
 * Cache of values that are calculated from the document frequencies of tokens, by tenant. Entries of tenants with fewer items
 * expire earlier.
 */
export class TokenCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #now: () => number;
  readonly #maxTokens: number;

  constructor(now: () => number = () => performance.now(), maxTokens = MAX_TOKENS) {
    this.#now = now;
    this.#maxTokens = maxTokens;
  }

  /** Returns the cached value of a token, or undefined. */
  get(tenantId: string, token: string): Value | undefined {
    const entry = this.#entries.get(keyOf(tenantId, token));
    return entry && entry.expiresAtMs > this.#now() ? entry.value : undefined;
  }

  /**
   * Caches a value. Removes the oldest entry if the cache is full.
   *
   * @param tenantItems number of items of the tenant
   */
  set(tenantId: string, token: string, value: Value, tenantItems: number): void {
    const ttlMs = Math.min(MAX_TTL_MS, Math.max(MIN_TTL_MS, TTL_MS_PER_ITEM * tenantItems));
    const key = keyOf(tenantId, token);
    this.#entries.delete(key);
    this.#entries.set(key, { value, expiresAtMs: this.#now() + ttlMs });
    if (this.#entries.size > this.#maxTokens) this.#entries.delete(this.#entries.keys().next().value!);
  }
}

const keyOf = (tenantId: string, token: string): string => `${tenantId} ${token}`;
