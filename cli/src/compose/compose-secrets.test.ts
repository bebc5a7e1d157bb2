import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  SECRET_VARIABLES,
  describeWrittenSecrets,
  parseEnvLines,
  writeComposeSecrets,
} from './compose-secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loci-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (given: Record<string, string> = {}, replace = false) =>
  writeComposeSecrets({ folder, given, replace });
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('writeComposeSecrets', () => {
  test('generates a different value for each secret, in files that only the owner can read', () => {
    const { generated, changed } = write();
    expect(changed).toEqual([]);
    expect(generated).toEqual(SECRET_VARIABLES.filter((name) => !name.endsWith('_SECONDARY')));
    const values = generated.map(read);
    expect(new Set(values).size).toBe(generated.length);
    expect(values.filter((value) => value.length < 43)).toEqual([]);
    expect(read('BOOTSTRAP_API_KEY')).toMatch(/^loci_bootstrap_[\w-]{43}$/);
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o400);
  });

  test('keeps generated values on later starts', () => {
    write();
    const before = readdirSync(folder).map(read);
    expect(write()).toEqual({ generated: [], changed: [] });
    expect(readdirSync(folder).map(read)).toEqual(before);
  });

  test('writes the database URLs with escaped passwords', () => {
    write({ POSTGRES_PASSWORD: 'a/b@c', DATABASE_PASSWORD: 'p:q?r' });
    expect(read('DATABASE_ADMIN_URL')).toBe('postgres://postgres:a%2Fb%40c@postgres:5432/loci');
    expect(read('MEMORY_DATABASE_URL')).toBe('postgres://loci_memory:p%3Aq%3Fr@postgres:5432/loci');
  });

  test('takes values of .env over, at the first start and later', () => {
    write({ ADMIN_TOKEN: 'first' });
    expect(read('ADMIN_TOKEN')).toBe('first');
    expect(write({ ADMIN_TOKEN: 'second', DATABASE_PASSWORD: 'new' }).changed).toEqual([
      'DATABASE_PASSWORD',
      'ADMIN_TOKEN',
    ]);
    expect(read('ADMIN_TOKEN')).toBe('second');
    expect(read('AUTH_DATABASE_URL')).toContain(':new@');
  });

  test('keeps the last value of .env if .env no longer contains it', () => {
    write({ ADMIN_TOKEN: 'from .env' });
    write();
    expect(read('ADMIN_TOKEN')).toBe('from .env');
  });

  test('writes secondary secrets while .env contains them', () => {
    write({ COOKIE_KEYS_SECONDARY: 'other' });
    expect(read('COOKIE_KEYS_SECONDARY')).toBe('other');
    write();
    expect(readdirSync(folder)).not.toContain('COOKIE_KEYS_SECONDARY');
  });

  test.each(['POSTGRES_PASSWORD', 'ELASTICSEARCH_PASSWORD', 'NEO4J_PASSWORD'])(
    'rejects a change of %s, which the store would not take over, and changes no file',
    (name) => {
      write();
      const before = readdirSync(folder).map(read);
      const change = { [name]: 'another-password', ADMIN_TOKEN: 'another-token' };
      expect(() => write(change)).toThrow(`${name}: differs from the password that the store got`);
      expect(readdirSync(folder).map(read)).toEqual(before);
      expect(write(change, true).changed).toEqual(expect.arrayContaining([name, 'ADMIN_TOKEN']));
      expect(read(name)).toBe('another-password');
    },
  );

  test.each(['API_KEY_PEPPER', 'SIGNING_KEY_SECRET', 'WEBHOOK_ENCRYPTION_KEY'])(
    'accepts a change of %s only with the previous value as the secondary secret',
    (name) => {
      write();
      const previous = read(name);
      const value = 'a new value of at least 32 characters';
      expect(() => write({ [name]: value })).toThrow(`${name}: stored data depends on the previous value`);
      expect(() => write({ [name]: value, [`${name}_SECONDARY`]: 'wrong' })).toThrow(name);
      expect(write({ [name]: value, [`${name}_SECONDARY`]: previous }).changed).toEqual([name]);
      expect(write({ [name]: value }).changed).toEqual([]);
    },
  );

  test.each([
    ['NEO4J_PASSWORD', 'with/slash', 'at least 8 characters and no slash'],
    ['NEO4J_PASSWORD', 'short', 'at least 8 characters and no slash'],
    ['S3_SECRET_ACCESS_KEY', 'short', 'at least 8 characters'],
    ['ELASTICSEARCH_PASSWORD', 'short', 'at least 6 characters'],
  ])('rejects a value of %s that the store does not accept: %s', (name, value, requirement) => {
    expect(() => write({ [name]: value })).toThrow(`${name}: must have ${requirement}`);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('parseEnvLines', () => {
  test('returns the values that are set, unchanged', () => {
    expect(parseEnvLines('ADMIN_TOKEN= a=b"$c# \nINTERNAL_SECRET=\n\n')).toEqual({
      ADMIN_TOKEN: ' a=b"$c# ',
    });
  });

  test.each(['ADMIN_TOKEN=x\nsecond line of a value', 'UNKNOWN=secret-value'])(
    'rejects a line that is not a known variable, without its content: %j',
    (text) => {
      expect(() => parseEnvLines(text)).toThrow(/^Line \d of the secrets is not a known variable/);
      expect(() => parseEnvLines(text)).not.toThrow(/value$/);
    },
  );
});

test('describeWrittenSecrets lists the names of generated and replaced secrets', () => {
  expect(describeWrittenSecrets({ generated: ['A', 'B'], changed: ['C'] })).toEqual([
    'Generated A, B.',
    'Replaced C.',
  ]);
  expect(describeWrittenSecrets({ generated: [], changed: [] })).toEqual(['The secrets are unchanged.']);
});
