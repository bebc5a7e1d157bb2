import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiResponse } from '../../support/api-connection.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.error?.code ?? ''}`.trim();

/** Personality with its tiers, and the life of a key's tokens. */
export function describePeople(platform: TestPlatform): void {
  describe('personality', () => {
    let tenant: Tenant;

    beforeAll(async () => {
      tenant = await platform.createTenant('premium');
    });

    test('a persona and a trait are in the briefing; what is deleted is not', async () => {
      await tenant.data('POST', '/api/v2/personality', { persona_id: 'sassy_pirate' });
      const trait = await tenant.data('POST', '/api/v2/personality/traits', { content: 'Count in dozens.' });
      const briefing = async () => (await tenant.data('GET', '/api/v2/personality/awakening')).briefing;
      expect(await briefing()).toMatch(
        /^=== AWAKENING BRIEFING ===[^]*Pirate[^]*Count in dozens[^]*=== END BRIEFING ===$/,
      );
      await tenant.data('PUT', `/api/v2/personality/traits/${trait.id}`, { content: 'Count in scores.' });
      expect(await briefing()).toContain('Count in scores.');
      expect(await tenant.data('DELETE', `/api/v2/personality/traits/${trait.id}`)).toMatchObject({
        deleted: true,
      });
      expect(await briefing()).not.toContain('Count in');
      expect(codeOf(await tenant.call('POST', '/api/v2/personality', { persona_id: 'nobody' }))).toBe(
        '404 RES_NOT_FOUND',
      );
      expect((await tenant.call('POST', '/api/v2/personality', {})).status).toBe(422);
    });

    test('a tier below what is asked is 403 and names both', async () => {
      const free = await platform.createTenant('free');
      for (const [path, body, required] of [
        ['/api/v2/personality', { persona_id: 'teacher' }, 'standard'],
        ['/api/v2/personality', { persona_id: 'professional', set_as_org_default: true }, 'premium'],
        ['/api/v2/personality/traits', { content: 'Be brief.' }, 'premium'],
      ] as const) {
        const answer = await free.call('POST', path, body);
        expect([codeOf(answer), answer.body.error.details]).toEqual([
          '403 AUTH_FORBIDDEN',
          { required_tier: required, current_tier: 'free' },
        ]);
      }
    });
  });

  describe('the tokens of a key', () => {
    const refresh = (token: string) =>
      platform.send({ method: 'POST', path: '/api/v2/auth/refresh', body: { refresh_token: token } });

    test('a bad key, no key', async () => {
      const exchange = (token: string | null) =>
        platform.send({ method: 'POST', path: '/api/v2/auth/token', token });
      expect(codeOf(await exchange(null))).toBe('401 AUTH_UNAUTHORIZED');
      for (const bad of ['garbage', 'loci_000000000000_x', `loci_000000000000_${'x'.repeat(43)}`]) {
        expect(codeOf(await exchange(bad))).toBe('401 AUTH_INVALID_CREDENTIALS');
      }
    });

    test('refresh tokens rotate; of eight at once one wins', async () => {
      const tenant = await platform.createTenant();
      const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
      const { body } = await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: apiKey });
      expect(body.data).toMatchObject({ token_type: 'Bearer', tenant_id: tenant.tenantId });
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(body.data.refresh_token)));
      expect(answers.map(codeOf).sort()).toEqual(['200', ...Array(7).fill('401 AUTH_TOKEN_INVALID')]);
      const renewed = answers.find(({ status }) => status === 200)!.body.data;
      const verified = await platform.send({
        method: 'GET',
        path: '/api/v2/auth/verify',
        token: renewed.access_token,
      });
      expect(verified.body.data).toMatchObject({ valid: true, tenant_id: tenant.tenantId });
      expect((await refresh(renewed.refresh_token)).status).toBe(200);
    });
  });
}
