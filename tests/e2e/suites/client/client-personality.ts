import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import type { ClientTarget, ClientTenant } from './client-target.ts';
import { failureOf, UNKNOWN_ID } from '../../../support/client-calls.ts';

export function describeClientPersonality(target: ClientTarget): void {
  describe('the personality', () => {
    let tenant: ClientTenant;
    let loci: Loci;
    beforeAll(async () => {
      tenant = await target.createTenant();
      loci = await tenant.createClient();
    });

    test('has ten personas, of which one is selected', async () => {
      const { personas, ...access } = await loci.personality.personas();
      expect(access).toEqual({ current_tier: 'unlimited', can_add_traits: true, can_set_org_default: true });
      expect(personas).toHaveLength(10);
      expect(personas.find(({ id }) => id === 'teacher')).toMatchObject({
        accessible: true,
        locked_message: null,
      });
      const own = await (await target.createTenant()).createClient();
      const none = { persona_id: null, persona_name: null, is_org_default: false, configured_at: null };
      expect(await own.personality.get()).toEqual({ ...none, custom_traits: [] });
      const selected = await own.personality.configure({ persona_id: 'teacher' });
      expect(selected).toMatchObject({ persona_id: 'teacher', is_org_default: false });
      expect(await own.personality.get()).toEqual({ ...selected, custom_traits: [] });
      expect(await failureOf(own.personality.configure({ persona_id: 'unknown' }))).toMatchObject({
        status: 404,
      });
    });

    test('has traits, which are changed and deleted', async () => {
      const trait = await loci.personality.addTrait({ content: 'Be brief.', category: 'style' });
      expect(trait).toMatchObject({ content: 'Be brief.', category: 'style', is_org_default: false });
      const changed = { ...trait, content: 'Be very brief.' };
      expect(await loci.personality.updateTrait(trait.id, { content: 'Be very brief.' })).toEqual(changed);
      expect((await loci.personality.get()).custom_traits).toEqual([changed]);
      expect(await loci.personality.deleteTrait(trait.id)).toEqual({ deleted: true });
      expect((await loci.personality.get()).custom_traits).toEqual([]);
      for (const call of [
        () => loci.personality.deleteTrait(trait.id),
        () => loci.personality.updateTrait(UNKNOWN_ID, { content: 'x' }),
      ])
        expect(await failureOf(call())).toMatchObject({ status: 404, code: 'RES_NOT_FOUND' });
      expect(await failureOf(loci.personality.addTrait({ content: ' ' }))).toMatchObject({
        code: 'VAL_FIELD_INVALID',
        fields: ['content'],
      });
    });

    test('has defaults of the organization, which only owners set', async () => {
      const member = await tenant.createClient({ role: 'member' });
      const persona = { persona_id: 'professional', set_as_org_default: true };
      const denied = { status: 403, code: 'AUTH_FORBIDDEN', detailNames: ['current_role', 'required_role'] };
      expect(await failureOf(member.personality.configure(persona))).toMatchObject(denied);
      const trait = { content: 'Use metric units.', set_as_org_default: true };
      expect(await failureOf(member.personality.addTrait(trait))).toMatchObject(denied);
      await loci.personality.configure(persona);
      const added = await loci.personality.addTrait(trait);
      expect(await member.personality.get()).toMatchObject({
        persona_id: 'professional',
        is_org_default: true,
        custom_traits: [{ ...added, is_org_default: true }],
      });
      expect(await failureOf(member.personality.deleteTrait(added.id))).toMatchObject({ status: 404 });
    });
  });
}
