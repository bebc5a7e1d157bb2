import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Permission, Tenant } from '../../support/tenants.ts';
import { pathOf } from '../openapi/operation.ts';
import type { Operation } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { createSampleRecords, exampleBody, multipart } from '../sample-records.ts';
import type { SampleRecords } from '../sample-records.ts';

/** What an API key's permissions open and what they do not. @see DECISIONS.md "Authentication" */
export function describePermissions(platform: TestPlatform): void {
  const closed = platform.operations.filter((operation) => operation.needs.length > 0);

  describe('with a key of fewer permissions', () => {
    const tokens: Record<string, string> = {};
    let records: SampleRecords;
    let tenant: Tenant;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      for (const permissions of [['read'], ['write'], ['delete'], ['read', 'write']] as Permission[][]) {
        tokens[permissions.join('+')] = await tenant.createToken(permissions);
      }
      records = await createSampleRecords(tenant, platform.operations);
    });

    const callWith = (permissions: string, operation: Operation) =>
      platform.send({
        method: operation.method,
        path: pathOf(operation, records),
        token: tokens[permissions]!,
        ...(operation.isMultipart ? multipart('note.txt', 'A note.') : { body: exampleBody(operation) }),
      });

    const cases = closed.flatMap((operation) => {
      const [scope, permission] = operation.needs;
      const lacking = scope === 'read' ? ['write', 'delete'] : ['read', 'delete'];
      if (permission !== undefined) lacking.push('read+write');
      return lacking.map((permissions) => [operation.name, permissions, operation] as const);
    });

    test('the document tells the operations that need delete', () => {
      const needDelete = closed.filter(({ needs }) => needs[1] === 'delete').map(({ name }) => name);
      expect(needDelete).toEqual(
        expect.arrayContaining([
          'DELETE /api/v2/memories/{memory_id}',
          'DELETE /api/v2/relationships/{relationship_id}',
          'DELETE /api/v2/relationships/between',
        ]),
      );
      expect(needDelete).not.toContain('DELETE /api/v2/memories/{memory_id}/tags');
    });

    test.each(cases)('%s refuses a key with %s', async (_, permissions, operation) => {
      const { status, body } = await callWith(permissions, operation);
      expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    });

    test('nothing that was refused happened', async () => {
      for (const name of ['memory_id', 'other_memory_id']) {
        expect((await tenant.call('GET', `/api/v2/memories/${records[name]}`)).status).toBe(200);
      }
      expect((await tenant.call('GET', `/api/v2/relationships/${records['relationship_id']}`)).status).toBe(
        200,
      );
    });

    test.each(
      closed
        .filter(({ needs }) => needs.length === 1)
        .map((operation) => [operation.name, operation.needs[0]!, operation] as const),
    )('%s asks for no more than %s', async (_, permission, operation) => {
      const { status } = await callWith(permission, operation);
      expect([401, 403]).not.toContain(status);
    });
  });
}
