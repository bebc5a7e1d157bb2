import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Tenant } from '../../support/tenants.ts';
import { pathOf } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { createSampleRecords } from '../sample-records.ts';
import type { SampleRecords } from '../sample-records.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Defines tests that call paths with a method that they do not support.
 *
 * @see docs/reference/http.md#methods-and-unknown-routes
 */
export function describeHttpMethods(platform: TestPlatform): void {
  const paths = [...new Map(platform.operations.map((operation) => [operation.path, operation])).values()];

  describe('unsupported methods', () => {
    let tenant: Tenant;
    let records: SampleRecords;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      records = await createSampleRecords(tenant, platform.operations);
    });

    test.each(paths.map((operation) => [operation.path, operation] as const))(
      '%s rejects unsupported methods with 405 and a list of the supported methods',
      async (_, operation) => {
        const path = pathOf(operation, records);
        const allowed = new Set(
          platform.operations.filter((other) => other.path === operation.path).map(({ method }) => method),
        );
        for (const method of METHODS.filter((name) => !allowed.has(name))) {
          const { status, body, headers } = await tenant.send({ method, path });
          expect([method, status, body.error.code, headers['allow']]).toEqual([
            method,
            405,
            'VAL_METHOD_NOT_ALLOWED',
            [...allowed].sort().join(', '),
          ]);
        }
      },
    );
  });
}
