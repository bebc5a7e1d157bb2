import { AUDIT_ACTIONS, AUDIT_OBJECT_TYPES, isUuid } from '@loci/core';

/** Types of objects in the audit log of a tenant. Only operators change signing keys. @see docs/reference/audit.md#entries */
export const OBJECT_TYPES = AUDIT_OBJECT_TYPES.filter((type) => type !== 'signing_key');

/** Filter of the audit log. An empty field selects all entries. */
export interface AuditFilter {
  userId: string;
  action: string;
  objectType: string;
  objectId: string;
  /** First and last day, as YYYY-MM-DD in UTC. */
  from: string;
  to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** Reads the filter of a URL, and ignores invalid values. */
export function readAuditFilter(query: Record<string, unknown>): AuditFilter {
  const text = (name: string): string => (typeof query[name] === 'string' ? query[name].trim() : '');
  const oneOf = (name: string, values: readonly string[]): string =>
    values.find((value) => value === text(name)) ?? '';
  const day = (name: string): string =>
    DAY.test(text(name)) && !Number.isNaN(Date.parse(text(name))) ? text(name) : '';
  const user = text('user_id');
  return {
    userId: isUuid(user) || user === 'operator' || user === 'system' ? user : '',
    action: oneOf('action', AUDIT_ACTIONS),
    objectType: oneOf('object_type', OBJECT_TYPES),
    objectId: text('object_id').slice(0, 128),
    from: day('from'),
    to: day('to'),
  };
}

/** Returns the query parameters of the API for a filter. The API excludes `to`, and the page includes its last day. */
export function toAuditQuery(filter: AuditFilter): Record<string, string> {
  const end = filter.to === '' ? '' : new Date(Date.parse(filter.to) + DAY_MS).toISOString();
  const all = {
    user_id: filter.userId,
    action: filter.action,
    object_type: filter.objectType,
    object_id: filter.objectId,
    from: filter.from === '' ? '' : `${filter.from}T00:00:00Z`,
    to: end,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** Returns the query of the URL of the page for a filter. */
export function toPageQuery(filter: AuditFilter): URLSearchParams {
  const all = {
    user_id: filter.userId,
    action: filter.action,
    object_type: filter.objectType,
    object_id: filter.objectId,
    from: filter.from,
    to: filter.to,
  };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
}
