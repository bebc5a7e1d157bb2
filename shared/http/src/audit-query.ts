import { auditFilterFields } from '@loci/contracts';
import type { AuditListRequest } from '@loci/contracts';
import { invalidField } from '@loci/core';
import { z } from 'zod';
import { endTimestamp, queryNumber, startTimestamp } from './fields.ts';
import { cursorField } from './list-cursor.ts';
import type { Cursor } from './list-cursor.ts';

const MAX_LIMIT = 1_000;
const DAY_MS = 86_400_000;
const MAX_RANGE_DAYS = 366;
const DEFAULT_RANGE_DAYS = 31;

const filterQuery = {
  from: startTimestamp
    .optional()
    .describe(`Start of the time range, inclusive. Defaults to ${DEFAULT_RANGE_DAYS} days before \`to\`.`),
  to: endTimestamp.optional().describe('End of the time range, exclusive. Defaults to the current time.'),
  ...auditFilterFields,
};

/**
 * Query parameters of a list of audit entries.
 * @see docs/reference/audit.md#list-audit-entries
 */
export const listAuditQuery = z.object({
  ...filterQuery,
  limit: queryNumber(z.int().min(1).max(MAX_LIMIT))
    .default(100)
    .describe('Maximum number of entries, 1 to 1,000.'),
  cursor: cursorField.optional().describe('next_cursor of the previous response, with the same filters.'),
});

/** Query parameters of an export of audit entries. */
export const exportAuditQuery = z.object(filterQuery);

/** Time range and filters of a list or an export. */
export type AuditSelection = Pick<AuditListRequest, 'from' | 'to' | 'filter'>;

/** @throws VAL_FIELD_INVALID if the time range is empty or longer than 366 days */
export function toAuditSelection(
  { from, to, ...query }: z.output<typeof exportAuditQuery> & { limit?: number; cursor?: Cursor | undefined },
  now: Date,
): AuditSelection {
  const { limit: _limit, cursor: _cursor, ...filter } = query;
  // The current time excludes no entry, because a database with a faster clock can have later entries.
  const end = to ?? new Date(now.getTime() + DAY_MS);
  const start = from ?? new Date((to ?? now).getTime() - DEFAULT_RANGE_DAYS * DAY_MS);
  if (start >= end) throw invalidField('from', '`from` must be before `to`.');
  if (start.getTime() < (to ?? now).getTime() - MAX_RANGE_DAYS * DAY_MS) {
    throw invalidField('from', `\`from\` must be at most ${MAX_RANGE_DAYS} days before \`to\`.`);
  }
  return { from: start.toISOString(), to: end.toISOString(), filter };
}
