import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockFile {
  packages: Record<string, { resolved?: string; integrity?: string; link?: boolean; version?: string }>;
}

const root = join(import.meta.dirname, '..', '..', '..');

test.each([
  'package-lock.json',
  'infra/setup/node-runtime/package-lock.json',
  'infra/conformance/package-lock.json',
])('%s names packages by version and hash, never by the address of one registry', (path) => {
  const { packages } = JSON.parse(readFileSync(join(root, path), 'utf8')) as LockFile;
  const installed = Object.entries(packages).filter(
    ([name, { link }]) => name.includes('node_modules/') && link !== true,
  );
  expect(installed.length).toBeGreaterThan(0);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)).toEqual([]);
});
