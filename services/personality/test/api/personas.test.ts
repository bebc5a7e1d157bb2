import { describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { createTestPersonalityService } from '../personality-service.fixture.ts';

const { as, get } = createTestPersonalityService();
const personas = async (overrides: Parameters<typeof testCaller>[0]) =>
  (await get(testCaller(overrides), '/personas')).body.data;

describe('GET /api/v2/personality/personas', () => {
  test('returns ten personas with all documented fields', async () => {
    const data = await personas({ tier: 'free' });
    expect(data.personas).toHaveLength(10);
    expect(data.personas[0]).toEqual({
      id: 'professional',
      name: 'Professional',
      category: 'standard',
      tier_required: 'free',
      icon: expect.any(String),
      identity: expect.any(String),
      voice: expect.any(String),
      quirks: expect.any(Array),
      boundaries: expect.any(Array),
      example_phrases: expect.any(Array),
      is_custom: false,
      can_edit: false,
      accessible: true,
      locked_message: null,
    });
  });

  test('returns the tier of the caller', async () => {
    expect((await personas({ tier: 'free' })).current_tier).toBe('free');
  });

  test('lists inaccessible personas after the accessible ones, with the required tier in the message', async () => {
    const data = await personas({ tier: 'free' });
    expect(data.personas[1]).toMatchObject({
      accessible: false,
      locked_message: expect.stringMatching(/standard/u),
    });
  });

  test.each([
    [{ tier: 'standard' }, false, false],
    [{ tier: 'premium', role: 'member' }, true, false],
    [{ tier: 'premium', role: 'owner' }, true, true],
    [{ tier: 'unlimited', role: 'viewer', permissions: ['read'] }, false, false],
  ] as const)(
    'for the caller %j, returns can_add_traits = %s and can_set_org_default = %s',
    async (overrides, canAdd, canSet) => {
      const { can_add_traits, can_set_org_default } = await personas(overrides);
      expect([can_add_traits, can_set_org_default]).toEqual([canAdd, canSet]);
    },
  );
});

test.each(['', '/personas', '/awakening'])(
  'GET /api/v2/personality%s returns 401 without an access token',
  async (path) => {
    const response = await as(null).get(`/api/v2/personality${path}`);
    expect([response.status, response.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  },
);
