import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { databaseOptionsFromUrl } from './connection-url.ts';

const folder = mkdtempSync(join(tmpdir(), 'loci-root-certificate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('databaseOptionsFromUrl', () => {
  test('reads every part, decoded', () => {
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

  test('port and password may be left out, IPv6 comes in brackets', () => {
    expect(databaseOptionsFromUrl('postgresql://loci_memory@[::1]/loci')).toMatchObject({
      host: '::1',
      port: 5432,
      password: '',
    });
  });

  test('sslmode: not encrypted, encrypted, verified', () => {
    const tls = (query: string) => databaseOptionsFromUrl(`postgres://u:p@db/loci${query}`).ssl;
    expect(tls('?sslmode=disable')).toBe(false);
    expect(tls('?sslmode=require')).toEqual({ rejectUnauthorized: false });
    expect(tls('?sslmode=verify-full')).toEqual({ rejectUnauthorized: true });
    const path = join(folder, 'root ca.pem');
    writeFileSync(path, 'PEM');
    expect(tls(`?sslmode=verify-full&sslrootcert=${encodeURIComponent(path)}`)).toEqual({
      rejectUnauthorized: true,
      ca: 'PEM',
    });
  });

  test.each([
    ['nonsense', 'is not a URL'],
    ['mysql://u:hidden@db/loci', 'must begin with postgres://'],
    ['postgres://db/loci', 'names no user'],
    ['postgres://u:hidden@db', 'one database'],
    ['postgres://u:hidden@db/', 'one database'],
    ['postgres://u:hidden@db/a/b', 'one database'],
    ['postgres://u:hidden@one,two/loci', 'one host'],
    ['postgres://u:hidden@db/loci#x', '%23'],
    ['postgres://u:hid%zz@db/loci', '%25'],
    ['postgres://u:hidden@db/loci?sslmode=prefer', 'sslmode must be'],
    ['postgres://u:hidden@db/loci?pool=3&ssl=1', 'not known here: pool, ssl'],
    ['postgres://u:hidden@db/loci?sslrootcert=/x', 'needs sslmode=verify-full'],
    ['postgres://u:hidden@db/loci?sslmode=verify-full&sslrootcert=/not/there', 'cannot be read'],
  ])('%s is refused by the name of the variable, without its value', (url, what) => {
    const refused = () => databaseOptionsFromUrl(url, 'AUTH_DATABASE_URL');
    expect(refused).toThrow(expect.objectContaining({ name: 'StartupError' }) as unknown as Error);
    expect(refused).toThrow(new RegExp(`^AUTH_DATABASE_URL: .*${what.replace(/[/%]/g, '.')}`));
    expect(refused).not.toThrow(/hid/);
  });
});
