import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Loci } from '@loci/client';
import type { LociOptions } from '@loci/client';
import { createFakeLoci } from '@loci/client/testing';
import type { Permission } from '../../../support/tenants.ts';
import { ALL_PERMISSIONS } from '../../../support/tenants.ts';
import type { TestPlatform } from '../../test-platform.ts';
import { checkFetch } from './check-fetch.ts';

/** User whose API key a client has. */
export interface ClientUser {
  permissions?: readonly Permission[];
  role?: 'owner' | 'member';
}

/** A tenant with clients whose responses are checked against the OpenAPI document. */
export interface ClientTenant {
  createClient(user?: ClientUser, options?: Partial<LociOptions>): Promise<Loci>;
}

/** Server or fake that the suites of the client test. */
export interface ClientTarget {
  createTenant(): Promise<ClientTenant>;
}

const DOCUMENT = join(import.meta.dirname, '../../../../gateway/src/api-description/openapi.json');
const readDocument = (): unknown => JSON.parse(readFileSync(DOCUMENT, 'utf8'));

/** The suites test a running platform. */
export function platformTarget(platform: TestPlatform): ClientTarget {
  const fetch = checkFetch((input, init) => globalThis.fetch(input, init), readDocument());
  return {
    createTenant: async () => {
      const tenant = await platform.createTenant();
      return {
        createClient: async ({ permissions = ALL_PERMISSIONS, role } = {}, options = {}) => {
          const userId = role === 'member' ? await tenant.createUser() : undefined;
          const { apiKey } = await tenant.createKey(permissions, userId);
          return new Loci({ baseUrl: platform.baseUrl, apiKey, fetch, ...options });
        },
      };
    },
  };
}

/** The suites test the fake of `@loci/client/testing`. */
export function fakeTarget(): ClientTarget {
  const fake = createFakeLoci();
  const fetch = checkFetch(fake.fetch, readDocument());
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
