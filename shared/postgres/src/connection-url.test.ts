import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { databaseOptionsFromUrl } from './connection-url.ts';

const folder = mkdtempSync(join(tmpdir(), 'loci-root-certificate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('databaseOptionsFromUrl', () => {
  test('decodes user, password, host, port and database', () => {
    expect(
      databaseOptionsFromUrl('postgres://loci_memory:p%40ss%2Fw%C3%B6rd%23%3F@db.internal:6432/lo%20ci'),
    ).toEqual({
      user: 'loci_memory',
      password: 'p@ss/wörd#?',
      host: 'db.internal',
      port: 6432,
      database: 'lo ci',
      ssl: false,
    });
  });

  test('defaults to port 5432 and an empty password', () => {
    expect(databaseOptionsFromUrl('postgresql://loci_memory@db/loci')).toMatchObject({
      port: 5432,
      password: '',
    });
  });

  test('removes the brackets of an IPv6 address', () => {
    expect(databaseOptionsFromUrl('postgresql://loci_memory@[::1]/loci').host).toBe('::1');
  });

  test.each([
    ['disable', false],
    ['require', { rejectUnauthorized: false }],
    ['verify-full', { rejectUnauthorized: true }],
  ])('maps sslmode=%s to the TLS options %j', (mode, ssl) => {
    expect(databaseOptionsFromUrl(`postgres://u:p@db/loci?sslmode=${mode}`).ssl).toEqual(ssl);
  });

  test('reads the certificate authorities from the file of sslrootcert', () => {
    const path = join(folder, 'root ca.pem');
    writeFileSync(path, 'PEM');
    const query = `sslmode=verify-full&sslrootcert=${encodeURIComponent(path)}`;
    expect(databaseOptionsFromUrl(`postgres://u:p@db/loci?${query}`).ssl).toEqual({
      rejectUnauthorized: true,
      ca: 'PEM',
    });
  });

  test.each([
    ['nonsense', 'must be a URL'],
    ['mysql://u:hidden@db/loci', 'must start with postgres://'],
    ['postgres://db/loci', 'must contain a user'],
    ['postgres://u:hidden@db', 'exactly one database'],
    ['postgres://u:hidden@db/', 'exactly one database'],
    ['postgres://u:hidden@db/a/b', 'exactly one database'],
    ['postgres://u:hidden@one,two/loci', 'exactly one host'],
    ['postgres://u:hidden@db/loci#x', '%23'],
    ['postgres://u:hid%zz@db/loci', '%25'],
    ['postgres://u:hidden@db/loci?sslmode=prefer', 'must have an sslmode of'],
    ['postgres://u:hidden@db/loci?pool=3&ssl=1', 'unsupported parameters: pool, ssl'],
    ['postgres://u:hidden@db/loci?sslrootcert=/x', 'without sslmode=verify-full'],
    ['postgres://u:hidden@db/loci?sslmode=verify-full&sslrootcert=/not/there', 'cannot be read'],
  ])('rejects %s with an error that names the variable but not the value', (url, problem) => {
    const parse = () => databaseOptionsFromUrl(url, 'AUTH_DATABASE_URL');
    expect(parse).toThrow(expect.objectContaining({ name: 'StartupError' }) as unknown as Error);
    expect(parse).toThrow(new RegExp(`^AUTH_DATABASE_URL .*${problem.replace(/[/%]/g, '.')}`));
    expect(parse).not.toThrow(/hid/);
  });
});
