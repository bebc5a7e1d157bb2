import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { ScenarioMemories } from './memories.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

/** Records the exchange of an API key, and the audit log of a memory. */
export async function recordAccount(
  { tenant, loci, record }: ScenarioTenant,
  { tea }: ScenarioMemories,
): Promise<void> {
  const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
  const { refresh_token: refreshToken } = await record(() => loci.auth.exchange(apiKey));
  await record(() => loci.auth.refresh(refreshToken));
  await record(() => loci.auth.verify());
  await record(() => loci.audit.list({ object_id: tea, limit: 2 }));
}
