import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci, ResponseInfo } from '@loci/client';
import type { ClientTarget, ClientTenant } from './client-target.ts';
import { failureOf, FRESH, infoOf, responseOf, SEARCHABLE } from '../../../support/client-calls.ts';

export function describeClientConventions(target: ClientTarget): void {
  describe('conventions', () => {
    let tenant: ClientTenant;
    let loci: Loci;
    beforeAll(async () => {
      tenant = await target.createTenant();
      loci = await tenant.createClient();
    });

    test('one tenant does not see the data of another one', async () => {
      const other = await (await target.createTenant()).createClient();
      const { id } = await loci.memories.create({ content: 'Private.' });
      expect(await failureOf(other.memories.get(id))).toMatchObject({ status: 404 });
      expect((await other.memories.list()).items).toEqual([]);
      const colleague = await tenant.createClient({ role: 'member' });
      expect((await colleague.memories.get(id)).content).toBe('Private.');
    });

    test('operations need their permission', async () => {
      const { id } = await loci.memories.create({ content: 'Kept.' });
      const reader = await tenant.createClient({ permissions: ['read'] });
      const denied = { name: 'PermissionError', status: 403, code: 'AUTH_FORBIDDEN' };
      expect((await reader.memories.get(id)).id).toBe(id);
      expect(await failureOf(reader.memories.create({ content: 'x' }))).toMatchObject(denied);
      const writer = await tenant.createClient({ permissions: ['read', 'write'] });
      expect(await failureOf(writer.memories.delete(id))).toMatchObject(denied);
    });

    test('wrong credentials are rejected', async () => {
      const wrongKey = await tenant.createClient({}, { apiKey: 'loci_wrong' });
      expect(await failureOf(wrongKey.memories.list())).toMatchObject({
        name: 'AuthenticationError',
        status: 401,
        code: 'AUTH_INVALID_CREDENTIALS',
      });
      const wrongToken = await tenant.createClient({}, { apiKey: undefined, accessToken: 'wrong' });
      expect(await failureOf(wrongToken.memories.list())).toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
      expect(await failureOf(loci.auth.refresh('wrong'))).toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
    });

    test('tokens state the permissions of their API key', async () => {
      const reader = await tenant.createClient({ permissions: ['read'] });
      const { tenant_id: tenantId, ...token } = await reader.auth.verify();
      expect(token).toMatchObject({ valid: true, permissions: ['read'], tier: 'unlimited' });
      expect((await loci.auth.verify()).tenant_id).toBe(tenantId);
    });

    test('a repeated idempotency key returns the first response', async () => {
      const infos: ResponseInfo[] = [];
      const options = { idempotencyKey: 'key-1', onResponse: (info: ResponseInfo) => void infos.push(info) };
      const first = await loci.memories.create({ content: 'Once.', tags: ['A B'] }, options);
      const second = await loci.memories.create(
        { tags: ['A B'], content: 'Once.' },
        { ...options, ...SEARCHABLE },
      );
      expect(second).toEqual(first);
      expect(infos.map(({ replayed }) => replayed)).toEqual([false, true]);
      const [original, repeated] = infos as [ResponseInfo, ResponseInfo];
      expect(repeated).toMatchObject({
        position: original.position,
        warnings: original.warnings,
        etag: original.etag,
      });
      expect(await failureOf(loci.memories.create({ content: 'Other.' }, options))).toMatchObject({
        status: 422,
        code: 'VAL_IDEMPOTENCY_KEY_REUSED',
        detailNames: ['first_used_at'],
      });
      const invalid = { idempotencyKey: 'x'.repeat(256) };
      expect(await failureOf(loci.memories.create({ content: 'x' }, invalid))).toMatchObject({
        code: 'VAL_IDEMPOTENCY_KEY_INVALID',
      });
      const member = await tenant.createClient({ role: 'member' });
      const own = await member.memories.create({ content: 'Own.' }, { idempotencyKey: 'key-1' });
      expect(own.content).toBe('Own.');
    });

    test('a failed request leaves its idempotency key free', async () => {
      const options = { idempotencyKey: 'key-2' };
      expect(await failureOf(loci.memories.create({ content: '' }, options))).toMatchObject({ status: 422 });
      expect((await loci.memories.create({ content: 'Corrected.' }, options)).content).toBe('Corrected.');
    });

    test('a change of another state is rejected', async () => {
      let etag = '';
      const onResponse = (info: ResponseInfo): void => void (etag = info.etag!);
      const { id } = await loci.memories.create({ content: 'State.' }, { onResponse });
      const first = etag;
      await loci.memories.update(id, { importance: 0.8 }, { ifMatch: first, onResponse });
      expect(etag).not.toBe(first);
      const lost = {
        status: 412,
        code: 'RES_PRECONDITION_FAILED',
        detailNames: ['etag', 'resource_id', 'resource_type'],
      };
      const evolution = { new_content: 'New.', evolution_type: 'update' } as const;
      expect(await failureOf(loci.memories.update(id, { importance: 0 }, { ifMatch: first }))).toMatchObject(
        lost,
      );
      expect(await failureOf(loci.memories.evolve(id, evolution, { ifMatch: first }))).toMatchObject(lost);
      expect(await failureOf(loci.memories.delete(id, {}, { ifMatch: first }))).toMatchObject(lost);
      expect(await failureOf(loci.memories.update(id, {}, { ifMatch: 'unquoted' }))).toMatchObject({
        code: 'VAL_FIELD_INVALID',
        fields: ['if-match'],
      });
      await loci.memories.update(id, { importance: 0.9 }, { ifMatch: `"other", W/${etag}`, onResponse });
      await loci.memories.delete(id, {}, { ifMatch: '*' });
    });

    test('unknown fields and query parameters are ignored with a warning', async () => {
      const unknown = { content: 'Known.', expires: 'never' };
      const created = await infoOf((options) => loci.memories.create(unknown, options));
      expect(created.warnings).toEqual(['The field expires is unknown and was ignored.']);
      const listed = await infoOf((options) => loci.memories.list({ limit: 1 } as object, options));
      expect(listed.warnings).toEqual(['The query parameter limit is unknown and was ignored.']);
    });

    test('writes have positions, which reads of the same tenant accept', async () => {
      const written = await infoOf((options) => loci.memories.create({ content: 'Positioned.' }, options));
      expect(written.position).toMatch(/^p1\.[\w-]+$/);
      const read = await infoOf((options) => loci.memories.list({}, options));
      expect(read).toMatchObject({ position: null, fresh: true });
      const other = await (await target.createTenant()).createClient();
      const fresh = await infoOf((options) => other.memories.list({}, options));
      expect(fresh.fresh).toBeNull();
      const stored = await infoOf((options) =>
        other.memories.create({ content: 'x' }, { ...SEARCHABLE, ...options }),
      );
      expect(stored.searchable).toBe(true);
      expect((await other.search.hybrid('x', FRESH)).search_metadata.pending_writes).toBe(0);
    });

    test('reads with the position of another client include its write', async () => {
      const colleague = await tenant.createClient({ role: 'member' });
      const memory = { content: 'The elevator needs a new cable.' };
      const written = await responseOf((options) => colleague.memories.create(memory, options));
      const reader = await tenant.createClient({}, { readYourWrites: false });
      const minPosition = written.position!;
      const found = await responseOf((options) =>
        reader.search.hybrid('elevator cable', FRESH, { minPosition, ...options }),
      );
      expect(found.fresh).toBe(true);
      expect(found.data.items.map(({ id }) => id)).toContain(written.data.id);
      const foreign = await (await target.createTenant()).createClient();
      await foreign.memories.create({ content: 'x' });
      expect(await failureOf(foreign.memories.list({}, { minPosition }))).toMatchObject({
        status: 422,
        code: 'VAL_POSITION_INVALID',
      });
    });

    test('aborted calls reject with the reason of the signal', async () => {
      const reason = new Error('Not needed any more.');
      await expect(loci.memories.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      const controller = new AbortController();
      const running = loci.memories.list({}, { signal: controller.signal });
      controller.abort(reason);
      await expect(running).rejects.toBe(reason);
    });
  });
}
