import { componentNames, MAX_TTL_SECONDS } from '@loci/contracts';
import { z } from 'zod';
import { RETAINED_TYPES } from './retention-defaults.ts';
import type { RetentionDefaults } from './retention-defaults.ts';

const retentionDefault = z.object({
  memory_type: z.enum(RETAINED_TYPES).describe('Type of the memory.'),
  ttl_seconds: z
    .int()
    .min(1)
    .max(MAX_TTL_SECONDS)
    .describe('Seconds from the creation until the memory expires, 1 to 315,360,000 (10 years).'),
});

/** Body of `PUT /api/v2/settings/retention`. */
export const retentionDefaultsBody = z.object({
  defaults: z
    .array(retentionDefault)
    .max(RETAINED_TYPES.length)
    .refine((defaults) => new Set(defaults.map((each) => each.memory_type)).size === defaults.length, {
      message: 'Each memory type can occur once.',
    })
    .describe('At most one object per memory type. `[]` removes all defaults.'),
});

export const toRetentionDefaults = ({
  defaults,
}: z.output<typeof retentionDefaultsBody>): RetentionDefaults =>
  new Map(defaults.map((each) => [each.memory_type, each.ttl_seconds]));

/** Retention defaults in API responses. @see docs/reference/time.md#retention-defaults */
export const retentionDefaultsResource = z
  .object({
    defaults: z
      .array(retentionDefault)
      .describe('At most one object per memory type. `[]` removes all defaults.'),
  })
  .register(componentNames, { name: 'RetentionDefaults' });

/** Lists the defaults in the order of the memory types. */
export const toRetentionDefaultsResource = (
  defaults: RetentionDefaults,
): z.input<typeof retentionDefaultsResource> => ({
  defaults: RETAINED_TYPES.flatMap((type) => {
    const ttlSeconds = defaults.get(type);
    return ttlSeconds === undefined ? [] : [{ memory_type: type, ttl_seconds: ttlSeconds }];
  }),
});
