import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import { failureOf } from '../../support/client-calls.ts';
import type { TestPlatform } from '../test-platform.ts';

/** Defines the tests of personas, traits and tiers through the gateway. @see docs/reference/personality.md */
export function describePersonality(platform: TestPlatform): void {
  describe('personality', () => {
    let loci: Loci;

    beforeAll(async () => {
      ({ loci } = await platform.createTenant('premium'));
    });

    const readBriefing = async (): Promise<string> => (await loci.personality.awakening()).briefing;

    test('the briefing contains the selected persona and the traits', async () => {
      await loci.personality.configure({ persona_id: 'sassy_pirate' });
      await loci.personality.addTrait({ content: 'Count in dozens.' });
      expect(await readBriefing()).toMatch(
        /^=== AWAKENING BRIEFING ===[^]*Pirate[^]*Count in dozens[^]*=== END BRIEFING ===$/,
      );
    });

    test('the briefing contains the new text of an updated trait', async () => {
      const { id } = await loci.personality.addTrait({ content: 'Write in lower case.' });
      await loci.personality.updateTrait(id, { content: 'Write in upper case.' });
      expect(await readBriefing()).toContain('Write in upper case.');
    });

    test('the briefing does not contain a deleted trait', async () => {
      const { id } = await loci.personality.addTrait({ content: 'Speak in rhymes.' });
      expect(await loci.personality.deleteTrait(id)).toMatchObject({ deleted: true });
      expect(await readBriefing()).not.toContain('Speak in rhymes.');
    });

    test('a reset removes the selected persona, and a briefing for another persona does not select it', async () => {
      await loci.personality.configure({ persona_id: 'teacher' });
      expect(await loci.personality.awakening({ persona_id: 'sassy_pirate' })).toMatchObject({
        persona_id: 'sassy_pirate',
        tokens: expect.any(Number),
      });
      expect(await readBriefing()).toContain('\nName: Teacher\n');
      expect(await loci.personality.reset()).toEqual({ deleted: true });
      expect(await loci.personality.reset()).toEqual({ deleted: false });
      expect(await readBriefing()).toContain('\nName: Professional\n');
    });

    test('an unknown persona is rejected with 404', async () => {
      const unknown = loci.personality.configure({ persona_id: 'unknown' });
      expect(await failureOf(unknown)).toMatchObject({ status: 404, code: 'RES_NOT_FOUND' });
    });

    test('a selection without a persona is rejected with 422', async () => {
      expect(await failureOf(loci.personality.configure({}))).toMatchObject({ status: 422 });
    });

    const RESTRICTED: readonly (readonly [string, (loci: Loci) => Promise<unknown>, string])[] = [
      ['a standard persona', (free) => free.personality.configure({ persona_id: 'teacher' }), 'standard'],
      [
        'an organization default',
        (free) => free.personality.configure({ persona_id: 'professional', set_as_org_default: true }),
        'premium',
      ],
      ['a trait', (free) => free.personality.addTrait({ content: 'Be brief.' }), 'premium'],
    ];
    test.each(RESTRICTED)(
      'an error names the required tier if a tenant of the tier free sets %s',
      async (_, set, required) => {
        const free = await platform.createTenant('free');
        const { status, code, details } = await failureOf(set(free.loci));
        expect([status, code, details]).toEqual([
          403,
          'AUTH_FORBIDDEN',
          { required_tier: required, current_tier: 'free' },
        ]);
      },
    );
  });
}
