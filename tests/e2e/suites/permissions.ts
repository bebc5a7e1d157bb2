import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiResponse } from '../../support/api-connection.ts';
import type { Permission, Tenant } from '../../support/tenants.ts';
import { pathOf } from '../openapi/operation.ts';
import type { Operation } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { createSampleRecords, exampleBody, multipart } from '../sample-records.ts';
import type { SampleRecords } from '../sample-records.ts';

/**
 * Defines tests that call every operation with API keys of different permissions.
 *
 * @see docs/reference/authentication.md#scopes-and-permissions
 */
export function describePermissions(platform: TestPlatform): void {
  const protectedOperations = platform.operations.filter((operation) => operation.needs.length > 0);

  describe('threat 25: API keys with few permissions', () => {
    const tokens: Record<string, string> = {};
    let tenant: Tenant;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      for (const permissions of [['read'], ['write'], ['delete'], ['read', 'write']] as Permission[][]) {
        tokens[permissions.join('+')] = await tenant.createToken(permissions);
      }
    });

    const send = (operation: Operation, permissions: string, records: SampleRecords): Promise<ApiResponse> =>
      platform.send({
        method: operation.method,
        path: pathOf(operation, records),
        token: tokens[permissions]!,
        ...(operation.isMultipart ? multipart('note.txt', 'A note.') : { body: exampleBody(operation) }),
      });

    test('deleting memories and relationships requires the permission "delete", unlike removing tags', () => {
      const needDelete = protectedOperations
        .filter(({ needs }) => needs[1] === 'delete')
        .map(({ name }) => name);
      expect(needDelete).toEqual(
        expect.arrayContaining([
          'DELETE /api/v2/memories/{memory_id}',
          'DELETE /api/v2/relationships/{relationship_id}',
          'DELETE /api/v2/relationships/between',
        ]),
      );
      expect(needDelete).not.toContain('DELETE /api/v2/memories/{memory_id}/tags');
    });

    describe('without the required permission', () => {
      let records: SampleRecords;
      beforeAll(async () => {
        records = await createSampleRecords(tenant, platform.operations);
      });

      const cases = protectedOperations.flatMap((operation) => {
        const [scope, permission] = operation.needs;
        const insufficient = scope === 'read' ? ['write', 'delete'] : ['read', 'delete'];
        if (permission !== undefined) insufficient.push('read+write');
        return insufficient.map((permissions) => [operation.name, permissions, operation] as const);
      });
      test.each(cases)('%s rejects a key with the permissions %s', async (_, permissions, operation) => {
        const { status, body } = await send(operation, permissions, records);
        expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
        // Checks that the operation deleted nothing.
        const { memory_id: memoryId, relationship_id: relationshipId } = records;
        const kept = await Promise.all([
          tenant.loci.memories.get(memoryId!),
          tenant.loci.relationships.get(relationshipId!),
        ]);
        expect(kept.map(({ id }) => id)).toEqual([memoryId, relationshipId]);
      });
    });

    describe('with the required permission', () => {
      let records: SampleRecords;
      beforeAll(async () => {
        records = await createSampleRecords(tenant, platform.operations);
      });

      const cases = protectedOperations
        .filter(({ needs }) => needs.length === 1)
        .map((operation) => [operation.name, operation.needs[0]!, operation] as const);
      test.each(cases)('%s accepts a key with only the permission %s', async (_, permission, operation) => {
        const { status } = await send(operation, permission, records);
        expect([401, 403]).not.toContain(status);
      });
    });
  });
}
