import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

interface LockedPackage {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const root = join(import.meta.dirname, '..', '..', '..');
const readLockFile = (path: string): Record<string, LockedPackage> =>
  (JSON.parse(readFileSync(join(root, path), 'utf8')) as { packages: Record<string, LockedPackage> })
    .packages;

/** Returns optional dependencies, such as binaries for other platforms, that `packages` does not contain. */
function missingOptionalDependencies(packages: Record<string, LockedPackage>): string[] {
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)!));
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${path}: ${name}`),
  );
}

describe.each([
  'package-lock.json',
  'infra/assistants/package-lock.json',
  'infra/setup/node-runtime/package-lock.json',
  'infra/conformance/package-lock.json',
  'infra/lighthouse/package-lock.json',
  'infra/runtimes/package-lock.json',
])('%s', (path) => {
  const installed = Object.entries(readLockFile(path)).filter(
    ([name, { link }]) => name.includes('node_modules/') && link !== true,
  );

  test('contains packages', () => {
    expect(installed.length).toBeGreaterThan(0);
  });

  test('contains no download address, so that any registry can be used', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  test('contains a SHA-512 hash of every package', () => {
    expect(installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)).toEqual([]);
  });

  test('contains the optional packages of all platforms, which npm ci requires', () => {
    expect(missingOptionalDependencies(readLockFile(path))).toEqual([]);
  });
});

test('missingOptionalDependencies reports a package of another platform that the lock file lacks', () => {
  const packages = {
    'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } },
    'node_modules/tool-linux': { version: '1.0.0' },
  };
  expect(missingOptionalDependencies(packages)).toEqual(['node_modules/tool: tool-darwin']);
});
