import { describe, expect, test } from '@jest/globals';
import { readAuditFilter, toAuditQuery, toPageQuery } from './audit-filter.ts';

const USER = '01a20170-2f33-7001-9a3f-1d2c3b4a5e6f';

describe('the filter of the audit log', () => {
  test('is passed to the API, with the end of the last day', () => {
    const filter = readAuditFilter({ user_id: USER, action: 'delete', from: '2026-11-01', to: '2026-11-30' });
    expect(toAuditQuery(filter)).toEqual({
      user_id: USER,
      action: 'delete',
      from: '2026-11-01T00:00:00Z',
      to: '2026-12-01T00:00:00.000Z',
    });
    expect(toPageQuery(filter).toString()).toBe(
      `user_id=${USER}&action=delete&from=2026-11-01&to=2026-11-30`,
    );
  });

  test('ignores invalid values', () => {
    const query = { user_id: 'x', action: 'read', object_type: ['memory'], from: '2026-13-01', to: 'now' };
    expect(toAuditQuery(readAuditFilter(query))).toEqual({});
  });
});
