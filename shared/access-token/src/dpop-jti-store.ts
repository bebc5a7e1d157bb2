/** Port: ids (`jti`) of used DPoP proofs. All verifiers of a deployment must share one store. */
export interface DpopJtiStore {
  /**
   * Records a proof id until the proof expires. Atomic: of concurrent calls with the same id, one returns true.
   *
   * @param jtiHash hash of the JWK thumbprint and the `jti`, at most 200 characters
   * @param expiresAtMs Unix time in milliseconds after which the id may be deleted
   * @returns false if the id is already recorded
   * @throws if the store is unavailable; the proof must then be rejected
   */
  record(jtiHash: string, expiresAtMs: number): Promise<boolean>;
}

const SWEEP_INTERVAL_MS = 30_000;

/** Creates an in-memory store of DPoP proof ids. Only for a deployment with a single verifier. */
export function createInMemoryDpopJtiStore(now: () => number = Date.now): DpopJtiStore {
  const expiries = new Map<string, number>();
  let nextSweepMs = 0;
  return {
    record: (jtiHash, expiresAtMs) => {
      const nowMs = now();
      if (nowMs >= nextSweepMs) {
        for (const [hash, expiryMs] of expiries) if (expiryMs <= nowMs) expiries.delete(hash);
        nextSweepMs = nowMs + SWEEP_INTERVAL_MS;
      }
      const recorded = expiries.get(jtiHash);
      if (recorded !== undefined && recorded > nowMs) return Promise.resolve(false);
      expiries.set(jtiHash, expiresAtMs);
      return Promise.resolve(true);
    },
  };
}
