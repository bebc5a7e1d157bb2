import { describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { callerOfSameTenant, createTestPersonalityService } from '../personality-service.fixture.ts';

const { get, select, memories, addTrait } = createTestPersonalityService();
const configuration = async (caller: ReturnType<typeof testCaller>) => (await get(caller)).body.data;

describe('GET /api/v2/personality', () => {
  test('returns null fields if the user and the organization have no selection', async () => {
    expect(await configuration(testCaller())).toEqual({
      persona_id: null,
      persona_name: null,
      custom_traits: [],
      is_org_default: false,
      configured_at: null,
    });
  });

  test('returns the persona of the user, otherwise the default of the organization', async () => {
    const owner = testCaller();
    const member = callerOfSameTenant(owner, { role: 'member' });
    await select(owner, { persona_id: 'teacher', set_as_org_default: true });
    expect(await configuration(member)).toMatchObject({ persona_id: 'teacher', is_org_default: true });
    await select(member, { persona_id: 'sassy_pirate' });
    expect(await configuration(member)).toMatchObject({ persona_id: 'sassy_pirate', is_org_default: false });
    expect(await configuration(owner)).toMatchObject({ persona_id: 'teacher', is_org_default: true });
  });

  test('returns the traits of the user and the organization, but not of other users or tenants', async () => {
    const owner = testCaller();
    const member = callerOfSameTenant(owner, { role: 'member' });
    await addTrait(owner, { content: 'For all.', set_as_org_default: true });
    await addTrait(owner, { content: 'For the owner.' });
    await addTrait(member, { content: 'For the member.' });
    await addTrait(testCaller(), { content: 'For another tenant.', set_as_org_default: true });
    const { custom_traits } = await configuration(member);
    expect(custom_traits).toEqual([
      expect.objectContaining({ content: 'For the member.', is_org_default: false }),
      expect.objectContaining({ content: 'For all.', is_org_default: true }),
    ]);
  });
});

describe('POST /api/v2/personality', () => {
  test('returns 201 with the selected persona', async () => {
    const response = await select(testCaller(), { persona_id: 'workshop_buddy' });
    expect(response.status).toBe(201);
    expect(response.body.data).toEqual({
      persona_id: 'workshop_buddy',
      persona_name: 'Workshop Buddy',
      is_org_default: false,
      configured_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u),
    });
  });

  test('stores identity, voice, quirks and boundaries as an identity_core memory of the user', async () => {
    const caller = testCaller();
    await select(caller, { persona_id: 'teacher' });
    const stored = memories.rows.filter((row) => row.tenantId === caller.tenantId);
    expect(stored).toEqual([
      expect.objectContaining({
        memoryType: 'identity_core',
        owner: caller.userId,
        userId: caller.userId,
        content: expect.stringMatching(
          /^Persona: Teacher\nIdentity: .+\nVoice: .+\nQuirks:\n- .+[^]*\nBoundaries:\n- .+/u,
        ),
      }),
    ]);
  });

  test('deactivates the memory of the previous persona', async () => {
    const caller = testCaller();
    for (const persona_id of ['teacher', 'professional', 'egirl_uwu']) await select(caller, { persona_id });
    const active = memories.rows.filter((row) => row.tenantId === caller.tenantId && row.isActive);
    expect(active.map((row) => row.metadata)).toEqual([
      { persona_id: 'egirl_uwu', persona_name: 'E-Girl UwU' },
    ]);
    expect((await configuration(caller)).persona_id).toBe('egirl_uwu');
  });

  test('if set_as_org_default is true, replaces the selection of the caller, but not the selections of other users', async () => {
    const owner = testCaller();
    const member = callerOfSameTenant(owner, { role: 'member' });
    await select(owner, { persona_id: 'teacher' });
    await select(member, { persona_id: 'sassy_pirate' });
    const response = await select(owner, { persona_id: 'professional', set_as_org_default: true });
    expect(response.body.data).toMatchObject({ persona_id: 'professional', is_org_default: true });
    expect(await configuration(owner)).toMatchObject({ persona_id: 'professional', is_org_default: true });
    expect(await configuration(member)).toMatchObject({ persona_id: 'sassy_pirate', is_org_default: false });
  });

  test('keeps the traits of the user', async () => {
    const caller = testCaller();
    await addTrait(caller, { content: 'Be brief.' });
    await select(caller, { persona_id: 'teacher' });
    expect((await configuration(caller)).custom_traits).toHaveLength(1);
  });

  test('returns 403 without the write permission', async () => {
    const response = await select(testCaller({ permissions: ['read'], scopes: ['read'] }), {
      persona_id: 'teacher',
    });
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test.each([
    ['free', 'teacher', 'standard'],
    ['standard', 'egirl_uwu', 'premium'],
  ] as const)(
    'returns 403 for the tier %s and the persona %s, which requires %s',
    async (tier, persona_id, required) => {
      const response = await select(testCaller({ tier }), { persona_id });
      expect(response.status).toBe(403);
      expect(response.body.error).toMatchObject({
        code: 'AUTH_FORBIDDEN',
        details: { required_tier: required, current_tier: tier },
      });
    },
  );

  test('returns 403 for an organization default of a tenant below the premium tier', async () => {
    const response = await select(testCaller({ tier: 'standard' }), {
      persona_id: 'professional',
      set_as_org_default: true,
    });
    expect(response.status).toBe(403);
    expect(response.body.error).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      details: { required_tier: 'premium', current_tier: 'standard' },
    });
  });

  test('returns 403, without storing anything, if a member sets an organization default', async () => {
    const caller = testCaller({ role: 'member' });
    const response = await select(caller, { persona_id: 'professional', set_as_org_default: true });
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect((await configuration(caller)).persona_id).toBeNull();
  });

  test('returns 404 for an unknown persona', async () => {
    const response = await select(testCaller(), { persona_id: 'unknown' });
    expect([response.status, response.body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 422 VAL_VALIDATION_FAILED if persona_id is missing', async () => {
    const response = await select(testCaller(), {});
    expect([response.status, response.body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect(response.body.error.field_errors).toEqual({ persona_id: ['This field is required.'] });
  });

  test.each([{ persona_id: 5 }, { persona_id: 'teacher', set_as_org_default: 'yes' }])(
    'returns 422 VAL_FIELD_INVALID for the body %j, which has a field of the wrong type',
    async (body) => {
      const response = await select(testCaller(), body);
      expect([response.status, response.body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
    },
  );
});
