import { uuid } from '@loci/http';
import { z } from 'zod';
import { nonBlankText } from '../fields/non-blank-text.ts';
import { DEFAULT_CATEGORY, MAX_CATEGORY_LENGTH, MAX_TRAIT_LENGTH } from './trait.ts';
import type { NewTrait } from './trait.ts';

export const traitParams = z.object({ trait_id: uuid.describe('ID of the trait.') });

export const addTraitBody = z.object({
  content: nonBlankText(MAX_TRAIT_LENGTH).describe('Text of the trait, 1 to 2,000 characters.'),
  category: nonBlankText(MAX_CATEGORY_LENGTH)
    .default(DEFAULT_CATEGORY)
    .describe('Category of the trait, 1 to 100 characters.'),
  set_as_org_default: z.boolean().default(false).describe('True adds the trait for the whole organization.'),
});

export const toNewTrait = (body: z.output<typeof addTraitBody>): NewTrait => ({
  content: body.content,
  category: body.category,
  setAsOrgDefault: body.set_as_org_default,
});

export const updateTraitBody = z.object({
  content: nonBlankText(MAX_TRAIT_LENGTH).describe('Text of the trait, 1 to 2,000 characters.'),
});
