import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiResponse, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.error?.code ?? ''}`.trim();

/** Defines the tests of personas, traits and tiers through the gateway. @see docs/reference/personality.md */
export function describePersonality(platform: TestPlatform): void {
  describe('personality', () => {
    let tenant: Tenant;

    beforeAll(async () => {
      tenant = await platform.createTenant('premium');
    });

    const addTrait = (content: string): Promise<Json> =>
      tenant.data('POST', '/api/v2/personality/traits', { content });
    const readBriefing = async (): Promise<string> =>
      (await tenant.data('GET', '/api/v2/personality/awakening')).briefing;

    test('the briefing contains the selected persona and the traits', async () => {
      await tenant.data('POST', '/api/v2/personality', { persona_id: 'sassy_pirate' });
      await addTrait('Count in dozens.');
      expect(await readBriefing()).toMatch(
        /^=== AWAKENING BRIEFING ===[^]*Pirate[^]*Count in dozens[^]*=== END BRIEFING ===$/,
      );
    });

    test('the briefing contains the new text of an updated trait', async () => {
      const { id } = await addTrait('Write in lower case.');
      await tenant.data('PUT', `/api/v2/personality/traits/${id}`, { content: 'Write in upper case.' });
      expect(await readBriefing()).toContain('Write in upper case.');
    });

    test('the briefing does not contain a deleted trait', async () => {
      const { id } = await addTrait('Speak in rhymes.');
      expect(await tenant.data('DELETE', `/api/v2/personality/traits/${id}`)).toMatchObject({
        deleted: true,
      });
      expect(await readBriefing()).not.toContain('Speak in rhymes.');
    });

    test('a reset removes the selected persona, and a briefing for another persona does not select it', async () => {
      await tenant.data('POST', '/api/v2/personality', { persona_id: 'teacher' });
      const path = '/api/v2/personality/awakening?persona_id=sassy_pirate';
      expect(await tenant.data('GET', path)).toMatchObject({
        persona_id: 'sassy_pirate',
        tokens: expect.any(Number),
      });
      expect(await readBriefing()).toContain('\nName: Teacher\n');
      expect(await tenant.data('DELETE', '/api/v2/personality')).toEqual({ deleted: true });
      expect(await tenant.data('DELETE', '/api/v2/personality')).toEqual({ deleted: false });
      expect(await readBriefing()).toContain('\nName: Professional\n');
    });

    test('an unknown persona is rejected with 404', async () => {
      expect(codeOf(await tenant.call('POST', '/api/v2/personality', { persona_id: 'unknown' }))).toBe(
        '404 RES_NOT_FOUND',
      );
    });

    test('a selection without a persona is rejected with 422', async () => {
      expect((await tenant.call('POST', '/api/v2/personality', {})).status).toBe(422);
    });

    test.each([
      ['a standard persona', '/api/v2/personality', { persona_id: 'teacher' }, 'standard'],
      [
        'an organization default',
        '/api/v2/personality',
        { persona_id: 'professional', set_as_org_default: true },
        'premium',
      ],
      ['a trait', '/api/v2/personality/traits', { content: 'Be brief.' }, 'premium'],
    ])(
      'an error names the required tier if a tenant of the tier free sets %s',
      async (_, path, body, required) => {
        const free = await platform.createTenant('free');
        const response = await free.call('POST', path, body);
        expect([codeOf(response), response.body.error.details]).toEqual([
          '403 AUTH_FORBIDDEN',
          { required_tier: required, current_tier: 'free' },
        ]);
      },
    );
  });
}
