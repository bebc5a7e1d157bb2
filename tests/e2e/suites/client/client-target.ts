import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Loci } from '@loci/client';
import type { LociOptions } from '@loci/client';
import { createFakeLoci } from '@loci/client/testing';
import type { ClientUser } from '../../../support/tenants.ts';
import { checkFetch } from '../../openapi/check-fetch.ts';
import type { TestPlatform } from '../../test-platform.ts';

/** A tenant with clients whose responses are checked against the OpenAPI document. */
export interface ClientTenant {
  createClient(user?: ClientUser, options?: Partial<LociOptions>): Promise<Loci>;
}

/** Server or fake that the suites of the client test. */
export interface ClientTarget {
  createTenant(): Promise<ClientTenant>;
}

const DOCUMENT = join(import.meta.dirname, '../../../../gateway/src/api-description/openapi.json');

/** The suites test a running platform. */
export const platformTarget = (platform: TestPlatform): ClientTarget => ({
  createTenant: () => platform.createTenant(),
});

/** The suites test the fake of `@loci/client/testing`. */
export function fakeTarget(): ClientTarget {
  const fake = createFakeLoci();
  const fetch = checkFetch(fake.fetch, JSON.parse(readFileSync(DOCUMENT, 'utf8')));
  return {
    createTenant: () => {
      const tenant = fake.createTenant();
      return Promise.resolve({
        createClient: (user, options = {}) => {
          const apiKey = tenant.createApiKey(user);
          return Promise.resolve(new Loci({ baseUrl: fake.baseUrl, apiKey, fetch, ...options }));
        },
      });
    },
  };
}
