import { describe, expect, test } from '@jest/globals';
import { TIERS } from '@loci/core';
import { isAccessible, offerPersonas, toMemoryContent } from './persona.ts';
import { DEFAULT_PERSONA, PERSONAS, findPersona } from './presets.ts';

describe('persona presets (SPEC.md "Persona and trait")', () => {
  test('are the ten of the table, with its categories and tiers', () => {
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

  test.each(PERSONAS.map((p) => [p.id, p] as const))(
    '%s is complete, and no phrase is told twice',
    (_, p) => {
      for (const text of [p.name, p.icon, p.identity, p.voice]) expect(text.trim()).not.toBe('');
      for (const list of [p.quirks, p.boundaries, p.examplePhrases]) {
        expect(list.length).toBeGreaterThanOrEqual(3);
        expect(new Set(list).size).toBe(list.length);
      }
      for (const text of [p.identity, p.voice, ...p.quirks, ...p.boundaries, ...p.examplePhrases]) {
        expect(text).not.toMatch(/[\n=]|\s{2}/u);
      }
    },
  );

  test('names and icons tell them apart', () => {
    expect(new Set(PERSONAS.map((p) => p.name)).size).toBe(10);
    expect(new Set(PERSONAS.map((p) => p.icon)).size).toBe(10);
  });

  test('professional is the default and everyone can have it', () => {
    expect(DEFAULT_PERSONA.id).toBe('professional');
    expect(isAccessible(DEFAULT_PERSONA, 'free')).toBe(true);
  });

  test('are found by id', () => {
    expect(findPersona('sassy_pirate')?.name).toBe('Sassy Pirate');
    expect(findPersona('nobody')).toBeUndefined();
    expect(findPersona('constructor')).toBeUndefined();
  });
});

describe('offerPersonas (SPEC.md "Personality" 1)', () => {
  test.each([
    ['free', 1],
    ['standard', 8],
    ['premium', 10],
    ['enterprise', 10],
    ['unlimited', 10],
  ] as const)('tier %s can select %i', (tier, count) => {
    expect(TIERS).toContain(tier);
    const offered = offerPersonas(PERSONAS, tier);
    expect(offered).toHaveLength(10);
    expect(offered.filter((p) => p.accessible)).toHaveLength(count);
  });

  test('accessible ones come first', () => {
    const reversed = [...PERSONAS].reverse();
    expect(offerPersonas(reversed, 'free')[0]?.id).toBe('professional');
    const flags = offerPersonas(reversed, 'standard').map((p) => p.accessible);
    expect(flags).toEqual([...flags].sort((a, b) => Number(b) - Number(a)));
  });

  test('a locked one says what unlocks it, an accessible one nothing', () => {
    const offered = offerPersonas(PERSONAS, 'standard');
    expect(offered.find((p) => p.id === 'egirl_uwu')?.lockedMessage).toContain('premium');
    expect(offered.find((p) => p.id === 'teacher')?.lockedMessage).toBeNull();
  });
});

describe('toMemoryContent (SPEC.md "Personality" 3)', () => {
  test.each(PERSONAS.map((p) => [p.id, p] as const))(
    'of %s holds identity, voice, quirks and boundaries and fits into a memory',
    (_, p) => {
      const content = toMemoryContent(p);
      for (const text of [p.identity, p.voice, ...p.quirks, ...p.boundaries]) expect(content).toContain(text);
      expect(content.length).toBeLessThan(10_000);
    },
  );
});
