import { Loci } from '@loci/client';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../../e2e/test-platform.ts';
import type { Recorder } from '../recorder.ts';

/** What all parts of the scenario use. */
export interface Stage {
  platform: TestPlatform;
  recorder: Recorder;
  /** URL of a receiver of messages. */
  webhookUrl: string;
}

/** A tenant with a client of its owner. */
export interface ScenarioTenant {
  tenant: Tenant;
  loci: Loci;
  record: Recorder['record'];
}

export async function createScenarioTenant(stage: Stage): Promise<ScenarioTenant> {
  const tenant = await stage.platform.createTenant('premium');
  return { tenant, loci: await createClient(stage, tenant), record: stage.recorder.record };
}

/**
 * Creates a client with an API key that has all permissions.
 *
 * @param userId user of the key; the service user of the tenant, which is an owner, if undefined
 */
export async function createClient(
  { platform, recorder }: Stage,
  tenant: Tenant,
  userId?: string,
): Promise<Loci> {
  const { apiKey } = await tenant.createKey(ALL_PERMISSIONS, userId);
  const loci = new Loci({ baseUrl: platform.baseUrl, apiKey, fetch: recorder.fetch });
  // A recorded call sends one request, without the exchange of the key.
  await loci.auth.verify();
  return loci;
}
