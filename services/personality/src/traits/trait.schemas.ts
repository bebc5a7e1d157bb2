import { uuid } from '@loci/http';
import { z } from 'zod';
import { DEFAULT_CATEGORY, MAX_CATEGORY_LENGTH, MAX_TRAIT_LENGTH } from './trait.ts';
import type { NewTrait } from './trait.ts';

/** Creates the schema of a string of 1 to `maxLength` characters that is not only white space. */
const text = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine((value) => value === '' || value.trim() !== '', {
      message: 'Must not be empty.',
      params: { code: 'VAL_FIELD_INVALID' },
    });

export const traitParams = z.object({ trait_id: uuid.describe('ID of the trait.') });

export const addTraitBody = z.object({
  content: text(MAX_TRAIT_LENGTH).describe('Text of the trait, 1 to 2,000 characters.'),
  category: text(MAX_CATEGORY_LENGTH)
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
  content: text(MAX_TRAIT_LENGTH).describe('Text of the trait, 1 to 2,000 characters.'),
});
