import { MIN_AUDIT_RETENTION_DAYS as MIN_DAYS } from '@loci/core';
import { z } from 'zod';

export const auditVariables = {
  AUDIT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .max(36_500)
    .refine((days) => days === 0 || days >= MIN_DAYS, `Must be 0 or at least ${MIN_DAYS}.`)
    .default(400)
    .describe(
      `Days after which audit entries may be deleted, at least ${MIN_DAYS}. Entries are deleted by month, when all entries ` +
        'of a month are older. `0` keeps all entries.',
    ),
};
