import { describe, expect, test } from '@jest/globals';
import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { callerOfSameTenant, createTestPersonalityService } from '../personality-service.fixture.ts';

const { as, get, select, addTrait, memories } = createTestPersonalityService();
const reset = (caller: Caller, query = '') => as(caller).delete(`/api/v2/personality${query}`);
const configuration = async (caller: Caller) => (await get(caller)).body.data;

describe('DELETE /api/v2/personality', () => {
  test('removes the selection of the caller, so that the organization default applies, and keeps traits', async () => {
    const owner = testCaller();
    const member = callerOfSameTenant(owner, { role: 'member' });
    await select(owner, { persona_id: 'teacher', set_as_org_default: true });
    await select(member, { persona_id: 'sassy_pirate' });
    await addTrait(member, { content: 'Be brief.' });
    const response = await reset(member);
    expect([response.status, response.body.data]).toEqual([200, { deleted: true }]);
    expect(await configuration(member)).toMatchObject({
      persona_id: 'teacher',
      is_org_default: true,
      custom_traits: [{ content: 'Be brief.' }],
    });
  });

  test('reports that there was no selection, and keeps the selections of others', async () => {
    const owner = testCaller();
    await select(owner, { persona_id: 'teacher' });
    const member = callerOfSameTenant(owner, { role: 'member' });
    expect((await reset(member)).body.data).toEqual({ deleted: false });
    expect((await reset(testCaller({ userId: owner.userId }))).body.data).toEqual({ deleted: false });
    expect(await configuration(owner)).toMatchObject({ persona_id: 'teacher' });
  });

  test('removes the default of the organization for an owner', async () => {
    const owner = testCaller();
    await select(owner, { persona_id: 'teacher', set_as_org_default: true });
    expect((await reset(owner, '?org_default=true')).body.data).toEqual({ deleted: true });
    expect(await configuration(owner)).toMatchObject({ persona_id: null, is_org_default: false });
  });

  test.each([
    ['a member removes the organization default', { role: 'member' }, '?org_default=true'],
    ['the tier does not include organization defaults', { tier: 'free' }, '?org_default=true'],
    ['the caller does not have the permission write', { permissions: ['read'] }, ''],
  ] as const)('returns 403 if %s', async (_, overrides, query) => {
    const response = await reset(testCaller(overrides as Partial<Caller>), query);
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test('returns no error if a concurrent request removed the selection', async () => {
    const caller = testCaller();
    await select(caller, { persona_id: 'teacher' });
    const deleteMemory = memories.delete;
    memories.delete = async (_tenantId, id) => {
      throw notFound('memory', id);
    };
    try {
      expect((await reset(caller)).body.data).toEqual({ deleted: false });
    } finally {
      memories.delete = deleteMemory;
    }
  });
});
