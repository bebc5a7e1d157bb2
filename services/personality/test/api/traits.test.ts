import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { callerOfSameTenant, createTestPersonalityService } from '../personality-service.fixture.ts';

const { as, get, select, addTrait, memories } = createTestPersonalityService();
const updateTrait = (caller: Caller, id: string, body: object) =>
  as(caller).put(`/api/v2/personality/traits/${id}`).send(body);
const deleteTrait = (caller: Caller, id: string) => as(caller).delete(`/api/v2/personality/traits/${id}`);
const traitsOf = async (caller: Caller) => (await get(caller)).body.data.custom_traits;

describe('POST /api/v2/personality/traits', () => {
  test('returns 201 with the trait, which is stored as a personality_trait memory', async () => {
    const caller = testCaller();
    const response = await addTrait(caller, { content: 'Be brief.' });
    expect(response.status).toBe(201);
    expect(response.body.data).toEqual({
      id: expect.any(String),
      content: 'Be brief.',
      category: 'custom_instruction',
      is_org_default: false,
    });
    expect(memories.rows).toContainEqual(
      expect.objectContaining({
        id: response.body.data.id,
        memoryType: 'personality_trait',
        content: 'Be brief.',
        owner: caller.userId,
      }),
    );
  });

  test('stores the given category', async () => {
    const response = await addTrait(testCaller(), { content: 'Be brief.', category: 'tone' });
    expect(response.body.data.category).toBe('tone');
  });

  test('adds the trait for all users of the tenant if set_as_org_default is true', async () => {
    const owner = testCaller();
    const response = await addTrait(owner, { content: 'Be brief.', set_as_org_default: true });
    expect(response.body.data.is_org_default).toBe(true);
    expect(await traitsOf(callerOfSameTenant(owner, { role: 'viewer' }))).toEqual([response.body.data]);
  });

  test('returns 403 without the write permission', async () => {
    const caller = testCaller({ permissions: ['read'], scopes: ['read'] });
    const response = await addTrait(caller, { content: 'x' });
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test.each(['free', 'standard'] as const)('returns 403 for the tier %s', async (tier) => {
    const response = await addTrait(testCaller({ tier }), { content: 'x' });
    expect(response.status).toBe(403);
    expect(response.body.error).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      details: { required_tier: 'premium', current_tier: tier },
    });
  });

  test('returns 403 if a member adds an organization default', async () => {
    const response = await addTrait(testCaller({ role: 'member' }), {
      content: 'x',
      set_as_org_default: true,
    });
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test.each([
    ['missing content', {}, 'VAL_FIELD_REQUIRED'],
    ['empty content', { content: '' }, 'VAL_FIELD_INVALID'],
    ['content of white space', { content: ' \n ' }, 'VAL_FIELD_INVALID'],
    ['content of 2,001 characters', { content: 'x'.repeat(2_001) }, 'VAL_FIELD_TOO_LONG'],
    ['an empty category', { content: 'x', category: '' }, 'VAL_FIELD_INVALID'],
    ['content that is a number', { content: 5 }, 'VAL_FIELD_INVALID'],
    ['content with a NUL character', { content: 'a\u0000b' }, 'VAL_FIELD_INVALID'],
  ])('returns 422 for %s', async (_, body, code) => {
    const response = await addTrait(testCaller(), body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
  });

  test('returns 422 for the 51st trait of a user, but not for the traits of other users', async () => {
    const caller = testCaller();
    for (let i = 0; i < 50; i++) expect((await addTrait(caller, { content: `Rule ${i}` })).status).toBe(201);
    const response = await addTrait(caller, { content: 'One too many' });
    expect([response.status, response.body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect((await addTrait(callerOfSameTenant(caller), { content: 'Another user' })).status).toBe(201);
  });
});

/** Creates a user trait and an organization default. Returns callers with traits that they cannot edit. */
async function createTraits() {
  const owner = testCaller();
  const userTraitId = (await addTrait(owner, { content: 'Mine.' })).body.data.id as string;
  const orgTrait = await addTrait(owner, { content: 'Ours.', set_as_org_default: true });
  const orgTraitId = orgTrait.body.data.id as string;
  const member = callerOfSameTenant(owner, { role: 'member' });
  const inaccessible: [Caller, string][] = [
    [owner, randomUUID()],
    [member, userTraitId],
    [callerOfSameTenant(owner), userTraitId],
    [member, orgTraitId],
    [testCaller(), orgTraitId],
  ];
  return { owner, inaccessible };
}

const contentsOf = async (caller: Caller) =>
  (await traitsOf(caller)).map((trait: { content: string }) => trait.content);

describe('PUT /api/v2/personality/traits/{trait_id}', () => {
  test('changes the content, but not the category', async () => {
    const caller = testCaller();
    const { id } = (await addTrait(caller, { content: 'Be brief.', category: 'tone' })).body.data;
    const response = await updateTrait(caller, id, { content: 'Be kind.', category: 'other' });
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({ id, content: 'Be kind.', category: 'tone', is_org_default: false });
    expect(await traitsOf(caller)).toEqual([response.body.data]);
  });

  test('accepts a change of an organization default by another owner', async () => {
    const owner = testCaller();
    const { id } = (await addTrait(owner, { content: 'Old.', set_as_org_default: true })).body.data;
    const response = await updateTrait(callerOfSameTenant(owner), id, { content: 'New.' });
    expect(response.body.data).toMatchObject({ content: 'New.', is_org_default: true });
  });

  test('returns 403 without the write permission', async () => {
    const viewer = testCaller({ permissions: ['read'], scopes: ['read'] });
    expect((await updateTrait(viewer, randomUUID(), { content: 'x' })).body.error.code).toBe(
      'AUTH_FORBIDDEN',
    );
  });

  test('returns 403 for a tenant below the premium tier', async () => {
    const response = await updateTrait(testCaller({ tier: 'standard' }), randomUUID(), { content: 'x' });
    expect([response.status, response.body.error.details.required_tier]).toEqual([403, 'premium']);
  });

  test('returns 404 for a trait that does not exist or that the caller cannot edit', async () => {
    const { owner, inaccessible } = await createTraits();
    for (const [caller, id] of inaccessible) {
      const response = await updateTrait(caller, id, { content: 'Theirs.' });
      expect([response.status, response.body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
    }
    expect(await contentsOf(owner)).toEqual(['Mine.', 'Ours.']);
  });

  test('returns 404 for the identity_core memory of a persona', async () => {
    const caller = testCaller();
    await as(caller).post('/api/v2/personality').send({ persona_id: 'teacher' });
    const persona = memories.rows.find((row) => row.tenantId === caller.tenantId)!;
    expect((await updateTrait(caller, persona.id, { content: 'x' })).status).toBe(404);
  });

  test.each([
    ['empty content', { content: '' }, 'VAL_FIELD_INVALID'],
    ['missing content', {}, 'VAL_FIELD_REQUIRED'],
  ])('returns 422 for %s', async (_, body, code) => {
    const caller = testCaller();
    const { id } = (await addTrait(caller, { content: 'Be brief.' })).body.data;
    const response = await updateTrait(caller, id, body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
  });

  test('returns 422 for a malformed trait id', async () => {
    const response = await updateTrait(testCaller(), 'x', { content: 'y' });
    expect([response.status, response.body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
  });
});

describe('DELETE /api/v2/personality/traits/{trait_id}', () => {
  test('deletes the trait', async () => {
    const caller = testCaller();
    const { id } = (await addTrait(caller, { content: 'Be brief.' })).body.data;
    const response = await deleteTrait(caller, id);
    expect([response.status, response.body.data]).toEqual([200, { deleted: true }]);
    expect(await traitsOf(caller)).toEqual([]);
  });

  test('returns 404 for a trait that is already deleted', async () => {
    const caller = testCaller();
    const { id } = (await addTrait(caller, { content: 'Be brief.' })).body.data;
    await deleteTrait(caller, id);
    expect((await deleteTrait(caller, id)).status).toBe(404);
  });

  test('returns 403 without the delete permission', async () => {
    const writer = testCaller({ permissions: ['read', 'write'] });
    expect((await deleteTrait(writer, randomUUID())).body.error.code).toBe('AUTH_FORBIDDEN');
  });

  test('returns 403 for a tenant below the premium tier', async () => {
    const response = await deleteTrait(testCaller({ tier: 'standard' }), randomUUID());
    expect([response.status, response.body.error.details.required_tier]).toEqual([403, 'premium']);
  });

  test('returns 404 for a trait that does not exist or that the caller cannot edit', async () => {
    const { owner, inaccessible } = await createTraits();
    for (const [caller, id] of inaccessible) expect((await deleteTrait(caller, id)).status).toBe(404);
    expect(await contentsOf(owner)).toEqual(['Mine.', 'Ours.']);
  });

  test('returns 404 for the identity_core memory of a persona', async () => {
    const caller = testCaller();
    await as(caller).post('/api/v2/personality').send({ persona_id: 'teacher' });
    const persona = memories.rows.find((row) => row.tenantId === caller.tenantId)!;
    expect((await deleteTrait(caller, persona.id)).status).toBe(404);
  });
});

test('returns 409 BIZ_QUOTA_EXCEEDED for a trait or a persona if the tenant has used its storage quota', async () => {
  const caller = testCaller();
  const { body } = await addTrait(caller, { content: 'Be brief.' });
  memories.fullTenants.add(caller.tenantId);
  const responses = [
    await addTrait(caller, { content: 'Be kind.' }),
    await updateTrait(caller, body.data.id, { content: 'Be very brief.' }),
    await select(caller, { persona_id: 'professional' }),
  ];
  for (const { status, body } of responses) {
    expect([status, body.error.code]).toEqual([409, 'BIZ_QUOTA_EXCEEDED']);
  }
});
