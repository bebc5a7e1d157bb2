import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';

/**
 * Returns a check for an object with fields that have two names. A request can use either name, or both with the same value.
 *
 * @param aliases other name by name. Names are dotted paths, such as `filters.min_importance`.
 * @see docs/reference/search.md#filters
 */
export const requireEqualAliases =
  (aliases: Readonly<Record<string, string>>) =>
  (input: object, context: z.RefinementCtx): void => {
    for (const [name, alias] of Object.entries(aliases)) {
      const [value, other] = [valueAt(input, name), valueAt(input, alias)];
      if (value == null || other == null || isDeepStrictEqual(value, other)) continue;
      context.addIssue({
        code: 'custom',
        path: alias.split('.'),
        message: `${alias} and ${name} are names of the same filter and must have the same value.`,
      });
    }
  };

const valueAt = (input: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], input);
