import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Tenant } from '../../support/tenants.ts';
import type { Operation } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { validRequest } from '../valid-request.ts';

/** Operations that accept idempotency keys. */
const WITH_KEYS = [
  'POST /api/v2/memories',
  'POST /api/v2/memories/bulk',
  'PUT /api/v2/memories/{memory_id}',
  'DELETE /api/v2/memories/{memory_id}',
  'POST /api/v2/memories/{memory_id}/evolve',
  'POST /api/v2/memories/contradictions',
  'POST /api/v2/memories/contradictions/{contradiction_id}/resolve',
  'POST /api/v2/memories/{memory_id}/tags',
  'DELETE /api/v2/memories/{memory_id}/tags',
  'POST /api/v2/relationships',
  'POST /api/v2/relationships/bulk',
  'PATCH /api/v2/relationships/{relationship_id}',
  'DELETE /api/v2/relationships/{relationship_id}',
  'DELETE /api/v2/relationships/between',
  'DELETE /api/v2/documents/{document_id}',
  'POST /api/v2/documents/{document_id}/reprocess',
  'POST /api/v2/artifacts',
  'DELETE /api/v2/artifacts',
  'POST /api/v2/webhooks/{webhook_id}/test',
  'POST /api/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  'POST /api/v2/webhooks/{webhook_id}/replay',
];

const acceptsKeys = ({ parameters }: Operation): boolean =>
  parameters.some(({ name, in: where }) => where === 'header' && name === 'Idempotency-Key');

/** Defines tests that repeat every operation that accepts idempotency keys. */
export function describeIdempotencyKeys(platform: TestPlatform): void {
  describe('idempotency keys', () => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    test('are a parameter of exactly the documented operations', () => {
      const names = platform.operations.filter(acceptsKeys).map(({ name }) => name);
      expect(names.sort()).toEqual(WITH_KEYS.toSorted());
    });

    test.each(WITH_KEYS)('replay the response of %s', async (name) => {
      const operation = platform.operations.find((each) => each.name === name)!;
      const valid = await validRequest(platform, tenant, operation);
      const request = {
        token: tenant.token,
        ...valid,
        headers: { 'idempotency-key': `"replay ${name}"`.replaceAll(' ', '-') },
      };
      const first = await platform.send(request);
      expect(first.status).toBeLessThan(300);
      const second = await platform.send(request);
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect([second.status, second.body.data]).toEqual([first.status, first.body.data]);
    });

    test('are rejected with 422 if they are malformed or belong to another request', async () => {
      const create = (key: string, content: string) =>
        platform.send({
          method: 'POST',
          path: '/api/v2/memories',
          token: tenant.token,
          body: { content },
          headers: { 'idempotency-key': key },
        });
      expect((await create('a b', 'One.')).body.error.code).toBe('VAL_IDEMPOTENCY_KEY_INVALID');
      await create('once', 'One.');
      expect((await create('once', 'Two.')).body.error.code).toBe('VAL_IDEMPOTENCY_KEY_REUSED');
    });
  });
}
