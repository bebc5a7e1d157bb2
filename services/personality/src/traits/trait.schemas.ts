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

export const traitParams = z.object({ trait_id: uuid });

export const addTraitBody = z.object({
  content: text(MAX_TRAIT_LENGTH),
  category: text(MAX_CATEGORY_LENGTH).default(DEFAULT_CATEGORY),
  set_as_org_default: z.boolean().default(false),
});

export const toNewTrait = (body: z.output<typeof addTraitBody>): NewTrait => ({
  content: body.content,
  category: body.category,
  setAsOrgDefault: body.set_as_org_default,
});

export const updateTraitBody = z.object({ content: text(MAX_TRAIT_LENGTH) });
