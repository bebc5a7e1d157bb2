import { describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { colleagueOf, personalityUnderTest } from '../personality-under-test.ts';

const { get, select, memories, addTrait } = personalityUnderTest();
const configuration = async (caller: ReturnType<typeof testCaller>) => (await get(caller)).body.data;

describe('GET /api/v2/personality: 200', () => {
  test('null fields when unconfigured', async () => {
    expect(await configuration(testCaller())).toEqual({
      persona_id: null,
      persona_name: null,
      custom_traits: [],
      is_org_default: false,
      configured_at: null,
    });
  });

  test('the user’s own configuration first, then the tenant’s default', async () => {
    const owner = testCaller();
    const member = colleagueOf(owner, { role: 'member' });
    await select(owner, { persona_id: 'teacher', set_as_org_default: true });
    expect(await configuration(member)).toMatchObject({ persona_id: 'teacher', is_org_default: true });
    await select(member, { persona_id: 'sassy_pirate' });
    expect(await configuration(member)).toMatchObject({ persona_id: 'sassy_pirate', is_org_default: false });
    expect(await configuration(owner)).toMatchObject({ persona_id: 'teacher', is_org_default: true });
  });

  test('shows the user’s traits and the organization’s, and nobody else’s', async () => {
    const owner = testCaller();
    const member = colleagueOf(owner, { role: 'member' });
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

describe('POST /api/v2/personality: 201', () => {
  test('answers with the selection', async () => {
    const response = await select(testCaller(), { persona_id: 'workshop_buddy' });
    expect(response.status).toBe(201);
    expect(response.body.data).toEqual({
      persona_id: 'workshop_buddy',
      persona_name: 'Workshop Buddy',
      is_org_default: false,
      configured_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u),
    });
  });

  test('identity, voice, quirks and boundaries are stored as an identity_core memory', async () => {
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

  test('the previous persona is deactivated', async () => {
    const caller = testCaller();
    for (const persona_id of ['teacher', 'professional', 'egirl_uwu']) await select(caller, { persona_id });
    const active = memories.rows.filter((row) => row.tenantId === caller.tenantId && row.isActive);
    expect(active.map((row) => row.metadata)).toEqual([{ persona_id: 'egirl_uwu' }]);
    expect((await configuration(caller)).persona_id).toBe('egirl_uwu');
  });

  test('whoever sets a default of the organization gets it, others keep their own', async () => {
    const owner = testCaller();
    const member = colleagueOf(owner, { role: 'member' });
    await select(owner, { persona_id: 'teacher' });
    await select(member, { persona_id: 'sassy_pirate' });
    const response = await select(owner, { persona_id: 'professional', set_as_org_default: true });
    expect(response.body.data).toMatchObject({ persona_id: 'professional', is_org_default: true });
    expect(await configuration(owner)).toMatchObject({ persona_id: 'professional', is_org_default: true });
    expect(await configuration(member)).toMatchObject({ persona_id: 'sassy_pirate', is_org_default: false });
  });

  test('selecting a persona keeps the traits', async () => {
    const caller = testCaller();
    await addTrait(caller, { content: 'Be brief.' });
    await select(caller, { persona_id: 'teacher' });
    expect((await configuration(caller)).custom_traits).toHaveLength(1);
  });
});

describe('POST /api/v2/personality: 403', () => {
  test('without the write permission', async () => {
    const response = await select(testCaller({ permissions: ['read'], scopes: ['read'] }), {
      persona_id: 'teacher',
    });
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test.each([
    ['free', 'teacher', 'standard'],
    ['standard', 'egirl_uwu', 'premium'],
  ] as const)('tier %s cannot select %s', async (tier, persona_id, required) => {
    const response = await select(testCaller({ tier }), { persona_id });
    expect(response.status).toBe(403);
    expect(response.body.error).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      details: { required_tier: required, current_tier: tier },
    });
  });

  test('a default of the organization needs premium', async () => {
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

  test('a default of the organization needs the role owner', async () => {
    const caller = testCaller({ role: 'member' });
    const response = await select(caller, { persona_id: 'professional', set_as_org_default: true });
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect((await configuration(caller)).persona_id).toBeNull();
  });
});

test('POST /api/v2/personality: 404 for an unknown persona', async () => {
  const response = await select(testCaller(), { persona_id: 'nobody' });
  expect([response.status, response.body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
});

describe('POST /api/v2/personality: 422', () => {
  test('a missing persona_id is VAL_VALIDATION_FAILED', async () => {
    const response = await select(testCaller(), {});
    expect([response.status, response.body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect(response.body.error.field_errors).toEqual({ persona_id: ['This field is required.'] });
  });

  test.each([{ persona_id: 5 }, { persona_id: 'teacher', set_as_org_default: 'yes' }])('%j', async (body) => {
    const response = await select(testCaller(), body);
    expect([response.status, response.body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});
