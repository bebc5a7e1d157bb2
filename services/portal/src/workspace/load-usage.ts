import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';

export const USAGE_KINDS = ['memories', 'documents', 'artifacts'] as const;

/** Stored bytes of a tenant. */
export interface Usage {
  used_bytes: number;
  /** Null if the bytes are not limited. */
  quota_bytes: number | null;
}

/** Usage by kind of object. Null if the service that stores these objects is unavailable. */
export type UsageByKind = Record<(typeof USAGE_KINDS)[number], Usage | null>;

/** Loads the stored bytes and the storage quotas of the user's tenant. */
export async function loadUsage(api: PortalApi): Promise<UsageByKind> {
  const usages = await Promise.all(
    USAGE_KINDS.map(async (kind) => [kind, await loadUsageOf(api, kind)] as const),
  );
  return Object.fromEntries(usages) as UsageByKind;
}

async function loadUsageOf(api: PortalApi, kind: string): Promise<Usage | null> {
  try {
    return await api.request<Usage>({ path: `/api/v2/usage/${kind}` });
  } catch (error) {
    if (error instanceof ApiError && error.status >= 500) return null;
    throw error;
  }
}
