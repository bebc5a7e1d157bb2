import { z } from 'zod';
import type { Trait } from './trait.ts';

/** Trait in API responses. @see docs/reference/personality.md#traits */
export const traitResource = z.object({
  id: z.guid(),
  content: z.string(),
  category: z.string(),
  is_org_default: z.boolean(),
});

export const toTraitResource = (trait: Trait) => ({
  id: trait.id,
  content: trait.content,
  category: trait.category,
  is_org_default: trait.isOrgDefault,
});
