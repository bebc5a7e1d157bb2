import { describe, expect, test } from '@jest/globals';
import { TIERS } from '@loci/core';
import { isAccessible, listPersonasForTier, toMemoryContent } from './persona.ts';
import { DEFAULT_PERSONA, PERSONAS, findPersona } from './presets.ts';

describe('PERSONAS', () => {
  test('contains the ten documented personas with their categories and tiers', () => {
    expect(PERSONAS.map((p) => [p.id, p.category, p.tierRequired])).toEqual([
      ['professional', 'standard', 'free'],
      ['teacher', 'standard', 'standard'],
      ['research_analyst', 'technical', 'standard'],
      ['strategic_partner', 'standard', 'standard'],
      ['workshop_buddy', 'technical', 'standard'],
      ['philosophical_guide', 'contemplative', 'standard'],
      ['devils_advocate', 'analytical', 'standard'],
      ['sassy_pirate', 'fun', 'standard'],
      ['conspiracy_theorist', 'fun', 'premium'],
      ['egirl_uwu', 'fun', 'premium'],
    ]);
  });

  describe.each(PERSONAS.map((p) => [p.id, p] as const))('%s', (_, p) => {
    test('has a name, an icon, an identity and a voice', () => {
      for (const text of [p.name, p.icon ?? '', p.identity, p.voice]) expect(text.trim()).not.toBe('');
    });

    test('has at least three different quirks, boundaries and example phrases', () => {
      for (const list of [p.quirks, p.boundaries, p.examplePhrases]) {
        expect(list.length).toBeGreaterThanOrEqual(3);
        expect(new Set(list).size).toBe(list.length);
      }
    });

    test('has only texts that consist of one line and contain no equals signs or double spaces', () => {
      for (const text of [p.identity, p.voice, ...p.quirks, ...p.boundaries, ...p.examplePhrases]) {
        expect(text).not.toMatch(/[\n=]|\s{2}/u);
      }
    });
  });

  test('has unique names and icons', () => {
    expect(new Set(PERSONAS.map((p) => p.name)).size).toBe(10);
    expect(new Set(PERSONAS.map((p) => p.icon)).size).toBe(10);
  });
});

test('the default persona is "professional", which the free tier can select', () => {
  expect(DEFAULT_PERSONA.id).toBe('professional');
  expect(isAccessible(DEFAULT_PERSONA, 'free')).toBe(true);
});

describe('findPersona', () => {
  test('returns the preset with the given id', () => {
    expect(findPersona('sassy_pirate')?.name).toBe('Sassy Pirate');
  });

  test.each(['unknown', 'constructor'])('returns undefined for the unknown id "%s"', (id) => {
    expect(findPersona(id)).toBeUndefined();
  });
});

describe('listPersonasForTier', () => {
  test.each([
    [1, 'free'],
    [8, 'standard'],
    [10, 'premium'],
    [10, 'enterprise'],
    [10, 'unlimited'],
  ] as const)('makes %i of the ten personas accessible for the tier %s', (count, tier) => {
    expect(TIERS).toContain(tier);
    const personas = listPersonasForTier(PERSONAS, tier);
    expect(personas).toHaveLength(10);
    expect(personas.filter((p) => p.accessible)).toHaveLength(count);
  });

  test('lists accessible personas first', () => {
    const reversed = [...PERSONAS].reverse();
    expect(listPersonasForTier(reversed, 'free')[0]?.id).toBe('professional');
    const flags = listPersonasForTier(reversed, 'standard').map((p) => p.accessible);
    expect(flags).toEqual([...flags].sort((a, b) => Number(b) - Number(a)));
  });

  test('names the required tier in the message of an inaccessible persona', () => {
    const personas = listPersonasForTier(PERSONAS, 'standard');
    expect(personas.find((p) => p.id === 'egirl_uwu')?.lockedMessage).toContain('premium');
  });

  test('returns no message for an accessible persona', () => {
    const personas = listPersonasForTier(PERSONAS, 'standard');
    expect(personas.find((p) => p.id === 'teacher')?.lockedMessage).toBeNull();
  });
});

describe('toMemoryContent', () => {
  test.each(PERSONAS.map((p) => [p.id, p] as const))(
    'returns identity, voice, quirks and boundaries of %s within the length limit of a memory',
    (_, p) => {
      const content = toMemoryContent(p);
      for (const text of [p.identity, p.voice, ...p.quirks, ...p.boundaries]) expect(content).toContain(text);
      expect(content.length).toBeLessThan(10_000);
    },
  );
});
