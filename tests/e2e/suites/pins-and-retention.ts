import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '../../support/api-connection.ts';
import { callTool } from '../../support/call-tool.ts';
import { eventually } from '../../support/eventually.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const TTL_SECONDS = 315_360_000;
const TIMEOUT_MS = 10_000;

/** Defines the tests of pins and retention defaults. @see docs/reference/time.md#pins */
export function describePinsAndRetention(platform: TestPlatform): void {
  describe('pins and retention defaults', () => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    const call = (name: string, args: Record<string, unknown>): Promise<Json> =>
      callTool(platform.sendUnchecked, tenant.token, name, args);
    const get = (id: string): Promise<Json> => tenant.data('GET', `/api/v2/memories/${id}`);

    test('a default applies to memories of REST and MCP, and a pin removes its expiry', async () => {
      const defaults = [{ memory_type: 'fact', ttl_seconds: TTL_SECONDS }];
      await tenant.data('PUT', '/api/v2/settings/retention', { defaults });
      expect(await tenant.data('GET', '/api/v2/settings/retention')).toEqual({ defaults });

      const create = (body: object = {}): Promise<Json> =>
        tenant.data('POST', '/api/v2/memories', { content: 'Ada lives in London.', ...body });
      // Another process of the memory service applies the default up to one second later.
      const memory = await eventually(async () => {
        const created = await create();
        expect(created.expires_at).not.toBeNull();
        return created;
      }, TIMEOUT_MS);
      const lifetimeMs = Date.parse(memory.expires_at as string) - Date.parse(memory.created_at as string);
      expect(Math.abs(lifetimeMs - TTL_SECONDS * 1000)).toBeLessThan(1_000);
      expect(await create({ pinned: true })).toMatchObject({ pinned: true, expires_at: null });
      expect(await create({ expires_at: null })).toMatchObject({ pinned: false, expires_at: null });

      const content = 'Ada was born in 1815.';
      const { memory: stored } = await eventually(async () => {
        const result = await call('store', { content });
        expect(result.memory).toMatchObject({ memory_type: 'fact', pinned: false });
        expect(result.memory.expires_at).not.toBeNull();
        return result;
      }, TIMEOUT_MS);
      // Results of tools omit fields that are null.
      const storedPinned = await call('store', { content, pinned: true });
      expect(storedPinned.memory).toMatchObject({ pinned: true });
      expect(storedPinned.memory).not.toHaveProperty('expires_at');
      const pinned = await call('update_memory', { memory_id: stored.id, pinned: true });
      expect(pinned.memory).toMatchObject({ pinned: true });
      expect(pinned.memory).not.toHaveProperty('expires_at');
      expect(await get(stored.id)).toMatchObject({ pinned: true, expires_at: null });
      expect((await call('fetch', { id: stored.id })).memory).toMatchObject({ pinned: true });

      const unpinned = await tenant.data('PUT', `/api/v2/memories/${stored.id}`, { pinned: false });
      expect(unpinned).toMatchObject({ pinned: false, expires_at: null });
      const listed = await tenant.data('GET', '/api/v2/memories?pinned=true');
      expect(listed.pagination.total).toBe(2);
      expect(listed.items.every((item: Json) => item.pinned)).toBe(true);
    }, 60_000);

    test('only an owner can change the defaults', async () => {
      const path = '/api/v2/settings/retention';
      const defaults = [{ memory_type: 'task', ttl_seconds: TTL_SECONDS }];
      const own = await platform.createTenant();
      await own.data('PUT', path, { defaults });
      const token = await own.createToken(ALL_PERMISSIONS, await own.createUser());
      const { status, body } = await platform.send({ method: 'PUT', path, token, body: { defaults: [] } });
      expect([status, body.error.code, body.error.details]).toEqual([
        403,
        'AUTH_FORBIDDEN',
        { required_role: 'owner', current_role: 'member' },
      ]);
      const read = await platform.send({ method: 'GET', path, token });
      expect(read.body.data).toEqual({ defaults });
    });
  });
}
