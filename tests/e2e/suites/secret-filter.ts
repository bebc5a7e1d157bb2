import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '../../support/api-connection.ts';
import { callTool } from '../../support/call-tool.ts';
import { eventually } from '../../support/eventually.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { Tenant } from '../../support/tenants.ts';
import { multipart } from '../sample-records.ts';
import type { TestPlatform } from '../test-platform.ts';

const PATH = '/api/v2/settings/secret-filter';
/** Assembled, because scanners of repositories report literals that look like keys. */
const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const TEXT = `The token is ${SECRET}.`;
const REDACTED = 'The token is [redacted:github-token].';
const TIMEOUT_MS = 10_000;

/** Defines the tests of the secret filter of tenants. @see docs/reference/secret-filter.md */
export function describeSecretFilter(platform: TestPlatform): void {
  describe('the secret filter', () => {
    const send = (tenant: Tenant, method: string, path: string, body?: unknown): Promise<Json> =>
      platform.send({ method, path, token: tenant.token, body } as never) as Promise<Json>;
    const upload = (tenant: Tenant, filename: string, content: string, metadata?: string): Promise<Json> =>
      platform.send({
        method: 'POST',
        path: '/api/v2/documents/upload',
        token: tenant.token,
        ...multipart(filename, content, metadata),
      } as never) as Promise<Json>;

    /** Creates a tenant. All gateway processes have applied the setting. */
    async function createTenant(action: 'redact' | 'reject'): Promise<Tenant> {
      const tenant = await platform.createTenant();
      expect(await tenant.data('PUT', PATH, { action })).toEqual({ action });
      await eventually(async () => {
        const { status, body } = await send(tenant, 'POST', '/api/v2/memories', { content: TEXT });
        expect(action === 'reject' ? status : body.data.content).toBe(action === 'reject' ? 422 : REDACTED);
      }, TIMEOUT_MS);
      return tenant;
    }

    test('is off in a new tenant, which stores secrets', async () => {
      const tenant = await platform.createTenant();
      expect(await tenant.data('GET', PATH)).toEqual({ action: 'off' });
      expect(await tenant.data('POST', '/api/v2/memories', { content: TEXT })).toMatchObject({
        content: TEXT,
      });
    });

    test('applies to the first write after the response that turns it on or off', async () => {
      const tenant = await platform.createTenant();
      for (let round = 0; round < 5; round += 1) {
        await tenant.data('PUT', PATH, { action: 'redact' });
        const redacted = await tenant.data('POST', '/api/v2/memories', { content: TEXT });
        expect(redacted.content).toBe(REDACTED);
        await tenant.data('PUT', PATH, { action: 'off' });
        expect((await tenant.data('POST', '/api/v2/memories', { content: TEXT })).content).toBe(TEXT);
      }
    });

    test('is changed only by owners, with an entry in the audit log', async () => {
      const tenant = await platform.createTenant();
      await tenant.data('PUT', PATH, { action: 'reject' });
      const token = await tenant.createToken(ALL_PERMISSIONS, await tenant.createUser());
      const { status, body } = await platform.send({
        method: 'PUT',
        path: PATH,
        token,
        body: { action: 'off' },
      });
      expect([status, body.error.code, body.error.details]).toEqual([
        403,
        'AUTH_FORBIDDEN',
        { required_role: 'owner', current_role: 'member' },
      ]);
      expect((await platform.send({ method: 'GET', path: PATH, token })).body.data).toEqual({
        action: 'reject',
      });
      const { items } = await tenant.data('GET', '/api/v2/audit?object_type=tenant');
      expect(items[0]).toMatchObject({
        action: 'update',
        operation: `PUT ${PATH}`,
        object_ids: [tenant.tenantId],
      });
    });

    test('does not apply to another tenant', async () => {
      await createTenant('reject');
      const other = await platform.createTenant();
      expect((await send(other, 'POST', '/api/v2/memories', { content: TEXT })).status).toBe(201);
    });

    describe('that replaces secrets', () => {
      let tenant: Tenant;
      beforeAll(async () => {
        tenant = await createTenant('redact');
      }, 60_000);
      const call = (name: string, args: Record<string, unknown>): Promise<Json> =>
        callTool(platform.sendUnchecked, tenant.token, name, args);

      test('stores a memory without its secrets, and names the changed fields', async () => {
        const { status, body } = await send(tenant, 'POST', '/api/v2/memories', {
          content: TEXT,
          tags: ['tea'],
          metadata: { login: { password: 'engine1843' } },
        });
        expect(status).toBe(201);
        expect(body.data).toMatchObject({
          content: REDACTED,
          tags: ['tea'],
          metadata: { login: { password: '[redacted:password]' } },
        });
        expect(body.meta.warnings).toEqual([
          'A secret in content was replaced (github-token).',
          'A secret in metadata.login.password was replaced (password).',
        ]);
        expect(await tenant.data('GET', `/api/v2/memories/${body.data.id}`)).toMatchObject({
          content: REDACTED,
        });
      });

      test('returns the stored response to a repeated request with an idempotency key', async () => {
        const request = {
          method: 'POST',
          path: '/api/v2/memories',
          token: tenant.token,
          headers: { 'idempotency-key': 'secret-1' },
          body: { content: TEXT },
        };
        const first = await platform.send(request as never);
        const second = await platform.send(request as never);
        expect([first.status, second.status]).toEqual([201, 201]);
        expect(second.body.data).toEqual(first.body.data);
      });

      test('replaces secrets of updates, evolutions, bulk requests, relationships, traits and artifacts', async () => {
        const [a, b, c] = await Promise.all(
          ['Ada lives in London.', 'Ada lives in Lisbon.', 'Ada moved in May.'].map((content) =>
            tenant.data('POST', '/api/v2/memories', { content }),
          ),
        );
        const written = [
          await tenant.data('PUT', `/api/v2/memories/${a.id}`, { content: TEXT }),
          await tenant.data('POST', `/api/v2/memories/${a.id}/evolve`, {
            new_content: `New: ${TEXT}`,
            evolution_type: 'update',
            reason: TEXT,
          }),
          await tenant.data('POST', '/api/v2/memories/bulk', { memories: [{ content: TEXT }] }),
          await tenant.data('POST', '/api/v2/relationships', {
            from_id: b.id,
            to_id: c.id,
            relationship_type: 'supports',
            metadata: { note: TEXT },
          }),
          await tenant.data('POST', '/api/v2/personality/traits', { content: TEXT }),
          await tenant.data('POST', '/api/v2/artifacts', { path: '/notes/token.md', content: TEXT }),
          await tenant.data('GET', '/api/v2/artifacts?path=/notes/token.md'),
          await tenant.data('GET', '/api/v2/memory-states'),
          await tenant.data('GET', '/api/v2/relationship-states'),
        ];
        const texts = JSON.stringify(written);
        expect(texts).not.toContain(SECRET);
        expect(texts.split(REDACTED).length).toBeGreaterThan(6);
      });

      test('replaces secrets of the tools, and names the changed arguments', async () => {
        const stored = await call('store', { content: TEXT });
        expect(stored.memory.content).toBe(REDACTED);
        // On a busy machine, a second warning says that similar memories were not checked.
        expect(stored.warnings).toContain('A secret in content was replaced (github-token).');
        const updated = await call('update_memory', { memory_id: stored.memory.id, content: `Now: ${TEXT}` });
        expect(updated.memory.content).toBe(`Now: ${REDACTED}`);
        await call('save_context', { name: 'tokens', description: TEXT });
        expect(JSON.stringify(await call('restore_context', { name: 'tokens' }))).toContain(REDACTED);
        await call('save_artifact', { path: '/notes/tool.md', content: TEXT });
        expect(await call('retrieve_artifact', { path: '/notes/tool.md' })).toMatchObject({
          content: REDACTED,
        });
      });

      test('rejects a document with a secret, because a download returns the uploaded file', async () => {
        const { status, body } = await upload(tenant, 'token.txt', TEXT);
        expect([status, body.error.code, body.error.field_errors]).toEqual([
          422,
          'VAL_SECRET_FOUND',
          { file: ['Contains a secret: github-token.'] },
        ]);
        expect((await tenant.data('GET', '/api/v2/documents')).items).toEqual([]);
      });
    });

    describe('that rejects secrets', () => {
      let tenant: Tenant;
      beforeAll(async () => {
        tenant = await createTenant('reject');
      }, 60_000);

      test('rejects a memory with a secret, and does not return the secret', async () => {
        const { status, body } = await send(tenant, 'POST', '/api/v2/memories', { content: TEXT });
        expect([status, body.error.code, body.error.field_errors, body.error.details]).toEqual([
          422,
          'VAL_SECRET_FOUND',
          { content: ['Contains a secret: github-token.'] },
          { kinds: ['github-token'] },
        ]);
        expect(JSON.stringify(body)).not.toContain(SECRET);
      });

      test('rejects only the elements of a bulk request that have a secret', async () => {
        const body = { memories: [{ content: TEXT }, { content: 'Ada prefers tea.' }] };
        const result = await tenant.data('POST', '/api/v2/memories/bulk', body);
        expect(result).toMatchObject({ created: 1, failed: 1 });
        expect(result.results).toMatchObject([
          { index: 0, status: 'failed', error: { code: 'VAL_SECRET_FOUND' } },
          { index: 1, status: 'created' },
        ]);
      });

      test('rejects a call of a tool, and names the argument', async () => {
        const failure = await callTool(platform.sendUnchecked, tenant.token, 'store', { content: TEXT });
        expect(failure).toMatchObject({ success: false, error_code: 'VALIDATION_ERROR', operation: 'store' });
        expect(failure['error']).toBe('content: Contains a secret: github-token.');
      });

      test.each([
        ['the text of a file', 'token.txt', TEXT, undefined],
        ['a comment of a file', 'token.html', `<p>Nothing.</p><!-- ${SECRET} -->`, undefined],
        ['the name of a file', `${SECRET}.txt`, 'Nothing.', undefined],
        ['metadata', 'plain.txt', 'Nothing.', JSON.stringify({ note: SECRET })],
      ])('rejects a document with a secret in %s', async (_place, filename, content, metadata) => {
        const { status, body } = await upload(tenant, filename, content, metadata);
        expect([status, body.error.code]).toEqual([422, 'VAL_SECRET_FOUND']);
        expect((await tenant.data('GET', '/api/v2/documents')).items).toEqual([]);
      });

      test('does not process a document again that was stored before with a secret', async () => {
        const own = await platform.createTenant();
        const { body } = await upload(own, 'token.txt', TEXT);
        await own.data('PUT', PATH, { action: 'reject' });
        const reprocess = () => send(own, 'POST', `/api/v2/documents/${body.data.id}/reprocess`);
        await eventually(
          async () => expect((await reprocess()).body.error.code).toBe('VAL_SECRET_FOUND'),
          TIMEOUT_MS,
        );
      });

      test('accepts searches for a secret, because they store nothing', async () => {
        const { status } = await send(tenant, 'POST', '/api/v2/search/hybrid', { query: TEXT });
        expect(status).toBe(200);
      });
    });
  });
}
