import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '../../support/api-connection.ts';
import { callTool } from '../../support/call-tool.ts';
import { failureOf, infoOf, responseOf } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

/** Assembled, because scanners of repositories report literals that look like keys. */
const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const TEXT = `The token is ${SECRET}.`;
const REDACTED = 'The token is [redacted:github-token].';
const TIMEOUT_MS = 10_000;

/** Defines the tests of the secret filter of tenants. @see docs/reference/secret-filter.md */
export function describeSecretFilter(platform: TestPlatform): void {
  describe('the secret filter', () => {
    /** Uploads a text file. */
    const upload = (
      { loci }: Tenant,
      filename: string,
      content: string,
      metadata?: Record<string, unknown>,
    ) => loci.documents.upload({ file: new Blob([content]), filename, metadata });

    /** Creates a tenant. All gateway processes have applied the setting. */
    async function createTenant(action: 'redact' | 'reject'): Promise<Tenant> {
      const tenant = await platform.createTenant();
      const { memories, settings } = tenant.loci;
      expect(await settings.setSecretFilter({ action })).toEqual({ action });
      await eventually(async () => {
        const create = memories.create({ content: TEXT });
        if (action === 'reject') expect(await failureOf(create)).toMatchObject({ status: 422 });
        else expect((await create).content).toBe(REDACTED);
      }, TIMEOUT_MS);
      return tenant;
    }

    test('is off in a new tenant, which stores secrets', async () => {
      const { memories, settings } = (await platform.createTenant()).loci;
      expect(await settings.secretFilter()).toEqual({ action: 'off' });
      expect(await memories.create({ content: TEXT })).toMatchObject({ content: TEXT });
    });

    test('applies to the first write after the response that turns it on or off', async () => {
      const { memories, settings } = (await platform.createTenant()).loci;
      for (let round = 0; round < 5; round += 1) {
        await settings.setSecretFilter({ action: 'redact' });
        expect((await memories.create({ content: TEXT })).content).toBe(REDACTED);
        await settings.setSecretFilter({ action: 'off' });
        expect((await memories.create({ content: TEXT })).content).toBe(TEXT);
      }
    });

    test('is changed only by owners, with an entry in the audit log', async () => {
      const tenant = await platform.createTenant();
      await tenant.loci.settings.setSecretFilter({ action: 'reject' });
      const { settings } = await tenant.createClient({ role: 'member' });
      const { status, code, details } = await failureOf(settings.setSecretFilter({ action: 'off' }));
      expect([status, code, details]).toEqual([
        403,
        'AUTH_FORBIDDEN',
        { required_role: 'owner', current_role: 'member' },
      ]);
      expect(await settings.secretFilter()).toEqual({ action: 'reject' });
      const { items } = await tenant.loci.audit.list({ object_type: 'tenant' });
      expect(items[0]).toMatchObject({
        action: 'update',
        operation: 'PUT /api/v2/settings/secret-filter',
        object_ids: [tenant.tenantId],
      });
    });

    test('does not apply to another tenant', async () => {
      await createTenant('reject');
      const { memories } = (await platform.createTenant()).loci;
      expect((await memories.create({ content: TEXT })).content).toBe(TEXT);
    });

    describe('that replaces secrets', () => {
      let tenant: Tenant;
      beforeAll(async () => {
        tenant = await createTenant('redact');
      }, 60_000);
      const call = (name: string, args: Record<string, unknown>): Promise<Json> =>
        callTool(platform.sendUnchecked, tenant.token, name, args);

      test('stores a memory without its secrets, and names the changed fields', async () => {
        const { memories } = tenant.loci;
        const memory = { content: TEXT, tags: ['tea'], metadata: { login: { password: 'engine1843' } } };
        const { data, status, warnings } = await responseOf((options) => memories.create(memory, options));
        expect(status).toBe(201);
        expect(data).toMatchObject({
          content: REDACTED,
          tags: ['tea'],
          metadata: { login: { password: '[redacted:password]' } },
        });
        expect(warnings).toEqual([
          'A secret in content was replaced (github-token).',
          'A secret in metadata.login.password was replaced (password).',
        ]);
        expect(await memories.get(data.id)).toMatchObject({ content: REDACTED });
      });

      test('returns the stored response to a repeated request with an idempotency key', async () => {
        const options = { idempotencyKey: 'secret-1' };
        const first = await tenant.loci.memories.create({ content: TEXT }, options);
        expect(await tenant.loci.memories.create({ content: TEXT }, options)).toEqual(first);
      });

      test('replaces secrets of updates, evolutions, bulk requests, relationships, traits and artifacts', async () => {
        const { artifacts, memories, personality, relationships } = tenant.loci;
        const [a, b, c] = (await Promise.all(
          ['Ada lives in London.', 'Ada lives in Lisbon.', 'Ada moved in May.'].map(
            async (content) => (await memories.create({ content })).id,
          ),
        )) as [string, string, string];
        const written = [
          await memories.update(a, { content: TEXT }),
          await memories.evolve(a, {
            new_content: `New: ${TEXT}`,
            evolution_type: 'update',
            reason: TEXT,
          }),
          await memories.createMany({ memories: [{ content: TEXT }] }),
          await relationships.create({
            from_id: b,
            to_id: c,
            relationship_type: 'supports',
            metadata: { note: TEXT },
          }),
          await personality.addTrait({ content: TEXT }),
          await artifacts.save({ path: '/notes/token.md', content: TEXT }),
          await artifacts.get({ path: '/notes/token.md' }),
          await memories.states(),
          await relationships.states(),
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
        const { status, code, fieldErrors } = await failureOf(upload(tenant, 'token.txt', TEXT));
        expect([status, code, fieldErrors]).toEqual([
          422,
          'VAL_SECRET_FOUND',
          { file: ['Contains a secret: github-token.'] },
        ]);
        expect((await tenant.loci.documents.list()).items).toEqual([]);
      });
    });

    describe('that rejects secrets', () => {
      let tenant: Tenant;
      beforeAll(async () => {
        tenant = await createTenant('reject');
      }, 60_000);

      test('rejects a memory with a secret, and does not return the secret', async () => {
        // The whole response is searched for the secret.
        const { status, body, text } = await tenant.call('POST', '/api/v2/memories', { content: TEXT });
        expect([status, body.error.code, body.error.field_errors, body.error.details]).toEqual([
          422,
          'VAL_SECRET_FOUND',
          { content: ['Contains a secret: github-token.'] },
          { kinds: ['github-token'] },
        ]);
        expect(text).not.toContain(SECRET);
      });

      test('rejects only the elements of a bulk request that have a secret', async () => {
        const result = await tenant.loci.memories.createMany({
          memories: [{ content: TEXT }, { content: 'Ada prefers tea.' }],
        });
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
        ['metadata', 'plain.txt', 'Nothing.', { note: SECRET }],
      ])('rejects a document with a secret in %s', async (_place, filename, content, metadata) => {
        const call = upload(tenant, filename, content, metadata);
        expect(await failureOf(call)).toMatchObject({ status: 422, code: 'VAL_SECRET_FOUND' });
        expect((await tenant.loci.documents.list()).items).toEqual([]);
      });

      test('does not process a document again that was stored before with a secret', async () => {
        const own = await platform.createTenant();
        const { id } = await upload(own, 'token.txt', TEXT);
        await own.loci.settings.setSecretFilter({ action: 'reject' });
        await eventually(async () => {
          const call = own.loci.documents.reprocess(id);
          expect((await failureOf(call)).code).toBe('VAL_SECRET_FOUND');
        }, TIMEOUT_MS);
      });

      test('accepts searches for a secret, because they store nothing', async () => {
        const found = await infoOf((options) => tenant.loci.search.hybrid(TEXT, {}, options));
        expect(found.status).toBe(200);
      });
    });
  });
}
