import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadModule } from 'libpg-query';
import { findBreakingChanges } from './breaking-changes.ts';

const ROOT = join(import.meta.dirname, '../../..');

const BEFORE_FIRST_RELEASE = 'No released version ran without this migration.';

/** Migrations with accepted breaking changes, and why no process of the previous version breaks. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'auth-server/migrations/0005-remove-members.sql': BEFORE_FIRST_RELEASE,
  'auth-server/migrations/0007-expire-api-keys.sql': BEFORE_FIRST_RELEASE,
  'auth-server/migrations/0010-drop-sign-in-failures.sql': BEFORE_FIRST_RELEASE,
  'auth-server/migrations/0011-count-client-metadata-fetches.sql': BEFORE_FIRST_RELEASE,
  'services/analysis/migrations/0002-add-tags.sql': BEFORE_FIRST_RELEASE,
  'services/graph/migrations/0004-add-time-of-deletion.sql': BEFORE_FIRST_RELEASE,
  'services/memory/migrations/0014-validate-memories-in-one-function.sql': BEFORE_FIRST_RELEASE,
};

beforeAll(() => loadModule());

const changesIn = (sql: string): string[] => findBreakingChanges(sql).map(({ change }) => change);

describe('the migrations', () => {
  test('change nothing that processes of the previous version need, except accepted changes', () => {
    const files = execFileSync('git', ['ls-files', '*/migrations/*.sql'], { cwd: ROOT, encoding: 'utf8' });
    const breaking = files
      .trim()
      .split('\n')
      .filter((file) => changesIn(readFileSync(join(ROOT, file), 'utf8')).length > 0);
    expect(breaking).toEqual(Object.keys(ACCEPTED));
  });
});

describe('findBreakingChanges', () => {
  test.each([
    ['DROP TABLE a, b.c', ['drop table a', 'drop table b.c']],
    ['DROP FUNCTION f(int)', ['drop function f']],
    ['DROP TYPE t', ['drop type t']],
    ['ALTER TABLE a DROP COLUMN b', ['drop column a.b']],
    ['ALTER TABLE a RENAME COLUMN b TO c', ['rename column a.b']],
    ['ALTER TABLE a RENAME TO b', ['rename table a']],
    ['ALTER TABLE a ALTER COLUMN b TYPE bigint', ['change type of a.b']],
    ['ALTER TABLE a ALTER COLUMN b SET NOT NULL', ['set not null a.b']],
    ['ALTER TABLE a ALTER COLUMN b DROP DEFAULT', ['drop default of a.b']],
    ['ALTER TABLE a ADD COLUMN b int NOT NULL', ['add required column a.b']],
    ['ALTER TABLE a ADD CONSTRAINT c CHECK (b > 1) NOT VALID', ['add constraint a.c']],
    ['CREATE UNIQUE INDEX i ON a (b)', ['create unique index on a']],
    ['REVOKE SELECT ON a FROM b', ['revoke']],
  ])('reports %s', (sql, changes) => {
    expect(changesIn(sql)).toEqual(changes);
  });

  test.each([
    'CREATE TABLE a (b int NOT NULL); ALTER TABLE a ADD CONSTRAINT c CHECK (b > 1); CREATE UNIQUE INDEX i ON a (b)',
    'ALTER TABLE a ADD COLUMN b int',
    'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 0',
    'ALTER TABLE a ADD COLUMN b int GENERATED ALWAYS AS (c + 1) STORED NOT NULL',
    'ALTER TABLE a ADD COLUMN b int; ALTER TABLE a ADD CONSTRAINT c CHECK (b > 1)',
    'ALTER TABLE a ADD COLUMN b int; CREATE UNIQUE INDEX i ON a (c, b)',
    'ALTER TABLE a ALTER COLUMN b DROP NOT NULL',
    'ALTER TABLE a ALTER COLUMN b SET DEFAULT 1',
    'ALTER TABLE a DROP CONSTRAINT c',
    'DROP INDEX i',
    'CREATE INDEX i ON a (b)',
    'ALTER INDEX i RENAME TO j',
    'GRANT SELECT ON a TO b',
  ])('accepts %s', (sql) => {
    expect(changesIn(sql)).toEqual([]);
  });
});
