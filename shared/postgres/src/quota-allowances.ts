/** Duration for which an allowance can be used, in milliseconds. */
const LIFETIME_MS = 1_000;
/** A process may write this share of a tenant's free bytes without another check, so 16 processes cannot exceed a quota. */
const SHARE_OF_FREE_BYTES = 1 / 16;
const MAX_TENANTS = 10_000;

interface Allowance {
  bytes: number;
  expiresAtMs: number;
}

/**
 * The bytes that this process may write for each tenant without checking the quota again. A check adds up to 256 recent
 * changes of the tenant, which takes as long as storing a memory. A tenant that is far from its quota is therefore
 * checked about once per second instead of for each write.
 */
export class QuotaAllowances {
  private readonly allowances = new Map<string, Allowance>();
  private readonly now: () => number;

  /** @param now returns the time in milliseconds; it must not depend on the system clock */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Subtracts bytes from the allowance of a tenant. Returns false, without subtracting, if it does not suffice. */
  take(tenantId: string, bytes: number): boolean {
    const allowance = this.allowances.get(tenantId);
    if (!allowance || allowance.expiresAtMs <= this.now() || allowance.bytes < bytes) return false;
    allowance.bytes -= bytes;
    return true;
  }

  /** Replaces the allowance of a tenant after a check. @param freeBytes bytes up to the quota, 0 or more */
  grant(tenantId: string, freeBytes: number): void {
    if (this.allowances.size >= MAX_TENANTS) this.allowances.clear();
    this.allowances.set(tenantId, {
      bytes: freeBytes * SHARE_OF_FREE_BYTES,
      expiresAtMs: this.now() + LIFETIME_MS,
    });
  }
}
