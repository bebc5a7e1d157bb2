import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadModule } from 'libpg-query';
import { findBlockingIndexes } from './blocking-indexes.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Migrations that block writes. No released version ran without them. */
const BEFORE_FIRST_RELEASE = [
  'auth-server/migrations/0004-find-access-by-user.sql',
  'auth-server/migrations/0005-remove-members.sql',
  'auth-server/migrations/0007-expire-api-keys.sql',
  'auth-server/migrations/0009-delete-tenants.sql',
  'auth-server/migrations/0012-list-in-order.sql',
  'auth-server/migrations/0019-record-browser-of-portal-sessions.sql',
  'services/analysis/migrations/0003-add-occurred-at.sql',
  'services/analysis/migrations/0004-filter-by-event-time.sql',
  'services/analysis/migrations/0008-add-expiry.sql',
  'services/artifact/migrations/0005-create-erasure.sql',
  'services/graph/migrations/0003-add-activity.sql',
  'services/graph/migrations/0004-add-time-of-deletion.sql',
  'services/graph/migrations/0007-add-validity.sql',
  'services/memory/migrations/0002-create-tags.sql',
  'services/memory/migrations/0005-add-superseded-by.sql',
  'services/memory/migrations/0006-add-occurred-at.sql',
  'services/memory/migrations/0008-list-contradictions-in-order.sql',
  'services/memory/migrations/0011-filter-by-event-time.sql',
  'services/memory/migrations/0013-count-in-indexes.sql',
  'services/memory/migrations/0022-index-periods.sql',
  'services/memory/migrations/0024-add-expiry.sql',
  'services/memory/migrations/0025-add-pins-and-retention.sql',
  'services/memory/migrations/0026-index-source-types.sql',
  'services/memory/migrations/0027-index-open-contradictions.sql',
  'services/memory/migrations/0028-add-origins.sql',
  'services/memory/migrations/0030-index-contents.sql',
  'services/memory/migrations/0032-create-saved-searches.sql',
  'services/memory/migrations/0033-index-conversations.sql',
  'services/memory/migrations/0035-index-memories-in-conversations.sql',
  'services/search/migrations/0002-index-tombstones.sql',
  'shared/messaging/migrations/0003-index-dead-letters.sql',
];

beforeAll(() => loadModule());

test('no migration blocks the previous version while it creates or drops an index, except those before the first release', () => {
  const files = execFileSync('git', ['ls-files', '*/migrations/*.sql'], { cwd: ROOT, encoding: 'utf8' });
  const blocking = files
    .trim()
    .split('\n')
    .filter((file) => findBlockingIndexes(readFileSync(join(ROOT, file), 'utf8')).length > 0);
  expect(blocking).toEqual(BEFORE_FIRST_RELEASE);
});

describe('findBlockingIndexes', () => {
  test.each([
    ['CREATE INDEX i ON a (b)', 'Use CREATE INDEX CONCURRENTLY IF NOT EXISTS for the index on a.'],
    [
      'CREATE INDEX CONCURRENTLY i ON a (b)',
      'Use CREATE INDEX CONCURRENTLY IF NOT EXISTS for the index on a.',
    ],
    ['DROP INDEX i', 'Use DROP INDEX CONCURRENTLY IF EXISTS.'],
    ['DROP INDEX CONCURRENTLY i', 'Use DROP INDEX CONCURRENTLY IF EXISTS.'],
    [
      'DROP INDEX CONCURRENTLY IF EXISTS i; ALTER TABLE a ADD COLUMN b int',
      'Move the statements that change no index to another migration, because this one is not atomic.',
    ],
  ])('reports %s', (sql, problem) => {
    expect(findBlockingIndexes(sql)).toEqual([problem]);
  });

  test.each([
    'CREATE TABLE a (b int); CREATE INDEX i ON a (b)',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON a (b); DROP INDEX CONCURRENTLY IF EXISTS j; ANALYZE a',
    'ALTER TABLE a ADD COLUMN b int; DROP TABLE c',
  ])('accepts %s', (sql) => {
    expect(findBlockingIndexes(sql)).toEqual([]);
  });
});
