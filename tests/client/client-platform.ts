import { Loci } from '@loci/client';
import type { LociOptions } from '@loci/client';
import { openStandalonePlatform } from '../e2e/open-standalone-platform.ts';
import { connectToPlatform } from '../e2e/test-platform.ts';
import { ALL_PERMISSIONS } from '../support/tenants.ts';

export interface ClientPlatform {
  /** Creates a tenant. Returns a client with an API key of this tenant. */
  createClient(options?: Partial<LociOptions>): Promise<Loci>;
  /** Creates a tenant. Returns the options of a client with an API key of this tenant. */
  createOptions(): Promise<{ baseUrl: string; apiKey: string }>;
  close(): Promise<void>;
}

/** Starts a standalone platform for tests of the client. */
export async function openClientPlatform(): Promise<ClientPlatform> {
  const platform = await connectToPlatform(await openStandalonePlatform());
  const createOptions = async (): Promise<{ baseUrl: string; apiKey: string }> => {
    const { apiKey } = await (await platform.createTenant()).createKey(ALL_PERMISSIONS);
    return { baseUrl: platform.baseUrl, apiKey };
  };
  return {
    createOptions,
    createClient: async (options) => new Loci({ ...(await createOptions()), ...options }),
    close: () => platform.close(),
  };
}
