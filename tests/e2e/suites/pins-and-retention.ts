import { beforeAll, describe, expect, test } from '@jest/globals';
import type { MemoryInput } from '@loci/client';
import type { Json } from '../../support/api-connection.ts';
import { callTool } from '../../support/call-tool.ts';
import { failureOf } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
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

    test('a default applies to memories of REST and MCP, and a pin removes its expiry', async () => {
      const { memories, settings } = tenant.loci;
      const defaults = [{ memory_type: 'fact' as const, ttl_seconds: TTL_SECONDS }];
      await settings.setRetention({ defaults });
      expect(await settings.retention()).toEqual({ defaults });

      const create = (fields: Partial<MemoryInput> = {}) =>
        memories.create({ content: 'Ada lives in London.', ...fields });
      // Another process of the memory service applies the default up to one second later.
      const memory = await eventually(async () => {
        const created = await create();
        expect(created.expires_at).not.toBeNull();
        return created;
      }, TIMEOUT_MS);
      const lifetimeMs = Date.parse(memory.expires_at!) - Date.parse(memory.created_at);
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
      expect(await memories.get(stored.id)).toMatchObject({ pinned: true, expires_at: null });
      expect((await call('fetch', { id: stored.id })).memory).toMatchObject({ pinned: true });

      expect(await memories.update(stored.id, { pinned: false })).toMatchObject({
        pinned: false,
        expires_at: null,
      });
      const listed = await memories.list({ pinned: true });
      expect(listed.pagination.total).toBe(2);
      expect(listed.items.every((item) => item.pinned)).toBe(true);
    }, 60_000);

    test('only an owner can change the defaults', async () => {
      const defaults = [{ memory_type: 'task' as const, ttl_seconds: TTL_SECONDS }];
      const own = await platform.createTenant();
      await own.loci.settings.setRetention({ defaults });
      const { settings } = await own.createClient({ role: 'member' });
      const { status, code, details } = await failureOf(settings.setRetention({ defaults: [] }));
      expect([status, code, details]).toEqual([
        403,
        'AUTH_FORBIDDEN',
        { required_role: 'owner', current_role: 'member' },
      ]);
      expect(await settings.retention()).toEqual({ defaults });
    });
  });
}
