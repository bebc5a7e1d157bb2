/** Port: the proofs of possession that were used, one store for all verifiers, or none of them may trust it. */
export interface DpopJtiStore {
  /**
   * Remembers a proof until it would not count anyway. Atomic: of several at once, one is told true.
   * @param proofId unique per key and proof, at most 200 characters
   * @returns false when it was used before
   * @throws whatever the store throws; then the proof must not count
   */
  record(proofId: string, expiresAtMs: number): Promise<boolean>;
}

/** Within one process: for the standalone platform, whose only verifier this is. */
export function createInMemoryDpopJtiStore(now: () => number = Date.now): DpopJtiStore {
  const expiries = new Map<string, number>();
  let nextSweepMs = 0;
  return {
    record: (proofId, expiresAtMs) => {
      const nowMs = now();
      if (nowMs >= nextSweepMs) {
        for (const [id, expiry] of expiries) if (expiry <= nowMs) expiries.delete(id);
        nextSweepMs = nowMs + SWEEP_INTERVAL_MS;
      }
      const known = expiries.get(proofId);
      if (known !== undefined && known > nowMs) return Promise.resolve(false);
      expiries.set(proofId, expiresAtMs);
      return Promise.resolve(true);
    },
  };
}

const SWEEP_INTERVAL_MS = 30_000;
