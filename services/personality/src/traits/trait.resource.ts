import { componentNames } from '@loci/contracts';
import { z } from 'zod';
import type { Trait } from './trait.ts';

/** Trait in API responses. @see docs/reference/personality.md#traits */
export const traitResource = z
  .object({
    id: z.guid().describe('ID of the trait.'),
    content: z.string().describe('Text of the trait, 1 to 2,000 characters.'),
    category: z.string().describe('Category of the trait, 1 to 100 characters.'),
    is_org_default: z.boolean().describe('True if it is the default of the organization.'),
  })
  .register(componentNames, { name: 'Trait' });

export const toTraitResource = (trait: Trait) => ({
  id: trait.id,
  content: trait.content,
  category: trait.category,
  is_org_default: trait.isOrgDefault,
});
