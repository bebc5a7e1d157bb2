import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { colleagueOf, personalityUnderTest } from '../personality-under-test.ts';

const { as, get, addTrait, memories } = personalityUnderTest();
const changeTrait = (caller: Caller, id: string, body: object) =>
  as(caller).put(`/api/v2/personality/traits/${id}`).send(body);
const removeTrait = (caller: Caller, id: string) => as(caller).delete(`/api/v2/personality/traits/${id}`);
const traitsOf = async (caller: Caller) => (await get(caller)).body.data.custom_traits;

describe('POST /api/v2/personality/traits: 201', () => {
  test('answers with the trait, stored as a personality_trait memory', async () => {
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

  test('takes a category', async () => {
    const response = await addTrait(testCaller(), { content: 'Be brief.', category: 'tone' });
    expect(response.body.data.category).toBe('tone');
  });

  test('set_as_org_default makes it everyone’s', async () => {
    const owner = testCaller();
    const response = await addTrait(owner, { content: 'Be brief.', set_as_org_default: true });
    expect(response.body.data.is_org_default).toBe(true);
    expect(await traitsOf(colleagueOf(owner, { role: 'viewer' }))).toEqual([response.body.data]);
  });
});

describe('POST /api/v2/personality/traits: 403', () => {
  test('without the write permission', async () => {
    const caller = testCaller({ permissions: ['read'], scopes: ['read'] });
    const response = await addTrait(caller, { content: 'x' });
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test.each(['free', 'standard'] as const)('tier %s is below premium', async (tier) => {
    const response = await addTrait(testCaller({ tier }), { content: 'x' });
    expect(response.status).toBe(403);
    expect(response.body.error).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      details: { required_tier: 'premium', current_tier: tier },
    });
  });

  test('a default of the organization needs the role owner', async () => {
    const response = await addTrait(testCaller({ role: 'member' }), {
      content: 'x',
      set_as_org_default: true,
    });
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });
});

describe('POST /api/v2/personality/traits: 422', () => {
  test.each([
    [{}, 'VAL_FIELD_REQUIRED'],
    [{ content: '' }, 'VAL_FIELD_INVALID'],
    [{ content: ' \n ' }, 'VAL_FIELD_INVALID'],
    [{ content: 'x'.repeat(2_001) }, 'VAL_FIELD_TOO_LONG'],
    [{ content: 'x', category: '' }, 'VAL_FIELD_INVALID'],
    [{ content: 5 }, 'VAL_FIELD_INVALID'],
    [{ content: 'a\u0000b' }, 'VAL_FIELD_INVALID'],
  ])('%j is %s', async (body, code) => {
    const response = await addTrait(testCaller(), body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
  });

  test('a fifty-first trait', async () => {
    const caller = testCaller();
    for (let i = 0; i < 50; i++) expect((await addTrait(caller, { content: `Rule ${i}` })).status).toBe(201);
    const response = await addTrait(caller, { content: 'One too many' });
    expect([response.status, response.body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect((await addTrait(colleagueOf(caller), { content: 'Another user' })).status).toBe(201);
  });
});

describe('PUT /api/v2/personality/traits/{trait_id}', () => {
  test('200: only the content changes, the category stays', async () => {
    const caller = testCaller();
    const { id } = (await addTrait(caller, { content: 'Be brief.', category: 'tone' })).body.data;
    const response = await changeTrait(caller, id, { content: 'Be kind.', category: 'other' });
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({ id, content: 'Be kind.', category: 'tone', is_org_default: false });
    expect(await traitsOf(caller)).toEqual([response.body.data]);
  });

  test('200: an owner changes a default of the organization', async () => {
    const owner = testCaller();
    const { id } = (await addTrait(owner, { content: 'Old.', set_as_org_default: true })).body.data;
    const response = await changeTrait(colleagueOf(owner), id, { content: 'New.' });
    expect(response.body.data).toMatchObject({ content: 'New.', is_org_default: true });
  });

  test('403 without the write permission, 403 below premium', async () => {
    const viewer = testCaller({ permissions: ['read'], scopes: ['read'] });
    expect((await changeTrait(viewer, randomUUID(), { content: 'x' })).body.error.code).toBe(
      'AUTH_FORBIDDEN',
    );
    const standard = await changeTrait(testCaller({ tier: 'standard' }), randomUUID(), { content: 'x' });
    expect([standard.status, standard.body.error.details.required_tier]).toEqual([403, 'premium']);
  });

  test('404 for a trait that is missing or not the caller’s', async () => {
    const owner = testCaller();
    const member = colleagueOf(owner, { role: 'member' });
    const own = (await addTrait(owner, { content: 'Mine.' })).body.data.id;
    const organization = (await addTrait(owner, { content: 'Ours.', set_as_org_default: true })).body.data.id;
    for (const [caller, id] of [
      [owner, randomUUID()],
      [member, own],
      [colleagueOf(owner), own],
      [member, organization],
      [testCaller(), organization],
    ] as const) {
      const response = await changeTrait(caller, id, { content: 'Theirs.' });
      expect([response.status, response.body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
      expect((await removeTrait(caller, id)).status).toBe(404);
    }
    expect((await traitsOf(owner)).map((trait: { content: string }) => trait.content)).toEqual([
      'Mine.',
      'Ours.',
    ]);
  });

  test('404 for the identity_core memory of the persona', async () => {
    const caller = testCaller();
    await as(caller).post('/api/v2/personality').send({ persona_id: 'teacher' });
    const persona = memories.rows.find((row) => row.tenantId === caller.tenantId)!;
    expect((await changeTrait(caller, persona.id, { content: 'x' })).status).toBe(404);
    expect((await removeTrait(caller, persona.id)).status).toBe(404);
  });

  test('422 for an empty content, a missing one, a malformed id', async () => {
    const caller = testCaller();
    const { id } = (await addTrait(caller, { content: 'Be brief.' })).body.data;
    const code = async (traitId: string, body: object) =>
      (await changeTrait(caller, traitId, body)).body.error.code;
    expect(await code(id, { content: '' })).toBe('VAL_FIELD_INVALID');
    expect(await code(id, {})).toBe('VAL_FIELD_REQUIRED');
    expect(await code('x', { content: 'y' })).toBe('VAL_UUID_INVALID');
  });
});

describe('DELETE /api/v2/personality/traits/{trait_id}', () => {
  test('200: data.deleted is true, and the trait is gone', async () => {
    const caller = testCaller();
    const { id } = (await addTrait(caller, { content: 'Be brief.' })).body.data;
    const response = await removeTrait(caller, id);
    expect([response.status, response.body.data]).toEqual([200, { deleted: true }]);
    expect(await traitsOf(caller)).toEqual([]);
    expect((await removeTrait(caller, id)).status).toBe(404);
  });

  test('403 without the delete permission, 403 below premium', async () => {
    const writer = testCaller({ permissions: ['read', 'write'] });
    expect((await removeTrait(writer, randomUUID())).body.error.code).toBe('AUTH_FORBIDDEN');
    const standard = await removeTrait(testCaller({ tier: 'standard' }), randomUUID());
    expect([standard.status, standard.body.error.details.required_tier]).toEqual([403, 'premium']);
  });
});
