import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { failureOf } from '../../support/client-calls.ts';
import type { Tenant } from '../../support/tenants.ts';
import { operationsOf } from '../openapi/operation.ts';
import type { Operation } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { validRequest } from '../valid-request.ts';

/**
 * Operations with the scope `write` that do not accept idempotency keys. A repeated upload returns the document of the
 * first one, because documents are identified by the hash of their content. A repeated completion of a resumable upload
 * returns the object of the first one.
 */
const WITHOUT_KEYS = [
  'POST /api/v2/documents/upload',
  'POST /api/v2/documents/uploads/{upload_id}/complete',
  'POST /api/v2/artifacts/uploads/{upload_id}/complete',
];

/** Operations whose response contains a secret, which is not stored. */
const WITH_SECRETS = ['POST /api/v2/webhooks', 'POST /api/v2/webhooks/{webhook_id}/rotate-secret'];

const DOCUMENT = new URL('../../../gateway/src/api-description/openapi.json', import.meta.url);

/** Names of all operations that change data. */
const WRITES = operationsOf(JSON.parse(readFileSync(DOCUMENT, 'utf8')))
  .filter(({ needs }) => needs[0] === 'write')
  .map(({ name }) => name);

const WITH_KEYS = WRITES.filter((name) => !WITHOUT_KEYS.includes(name));

const acceptsKeys = ({ parameters }: Operation): boolean =>
  parameters.some(({ name, in: where }) => where === 'header' && name === 'Idempotency-Key');

/** Defines tests that repeat every operation that accepts idempotency keys. */
export function describeIdempotencyKeys(platform: TestPlatform): void {
  describe('idempotency keys', () => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    /** Sends a valid request twice with one key. The first request succeeds. */
    async function sendTwice(name: string) {
      const operation = platform.operations.find((each) => each.name === name)!;
      const valid = await validRequest(tenant, operation);
      const request = {
        token: tenant.token,
        ...valid,
        headers: { 'idempotency-key': `"replay ${name}"`.replaceAll(' ', '-') },
      };
      const first = await platform.send(request);
      expect(first.status).toBeLessThan(300);
      return { first, second: await platform.send(request) };
    }

    test('are a parameter of every operation that changes data, except uploads', () => {
      const names = platform.operations.filter(acceptsKeys).map(({ name }) => name);
      expect(WITH_KEYS.length).toBeGreaterThan(25);
      expect(names.sort()).toEqual(WITH_KEYS.toSorted());
    });

    test.each(WITH_KEYS.filter((name) => !WITH_SECRETS.includes(name)))(
      'replay the response of %s',
      async (name) => {
        const { first, second } = await sendTwice(name);
        expect(second.headers['idempotency-replayed']).toBe('true');
        expect([second.status, second.body.data]).toEqual([first.status, first.body.data]);
      },
    );

    test.each(WITH_SECRETS)('return 409 instead of the secret for a repetition of %s', async (name) => {
      const { first, second } = await sendTwice(name);
      expect(second.status).toBe(409);
      expect(second.body.error).toMatchObject({
        code: 'RES_ALREADY_EXISTS',
        details: { resource_type: 'webhook', identifier: first.body.data.id },
      });
      expect(second.text).not.toContain(first.body.data.secret);
    });

    test('are rejected with 422 if they are malformed or belong to another request', async () => {
      const create = (idempotencyKey: string, content: string) =>
        tenant.loci.memories.create({ content }, { idempotencyKey });
      expect((await failureOf(create('a b', 'One.'))).code).toBe('VAL_IDEMPOTENCY_KEY_INVALID');
      await create('once', 'One.');
      expect((await failureOf(create('once', 'Two.'))).code).toBe('VAL_IDEMPOTENCY_KEY_REUSED');
    });
  });
}
