import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { imageSbom } from './image-sbom.ts';
import type { Sbom } from './image-sbom.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const IN_IMAGE = /^(auth-server|cli|gateway|services\/\w+|shared\/[\w-]+|clients\/typescript)$/;

interface LockedPackage {
  name?: string;
  version?: string;
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** Returns the folder of a package in the lockfile that Node.js resolves from another folder. */
function resolve(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const found = packages[candidate];
    if (found !== undefined) return found.link === true ? found.resolved : candidate;
    if (folder === '') return undefined;
  }
}

/** Returns `<name>@<version>` of the packages that the image needs at runtime, from the lockfile alone. */
function lockedPackages(): string[] {
  const reached = new Set<string>();
  const pending = Object.keys(packages).filter((folder) => IN_IMAGE.test(folder));
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (reached.has(folder)) continue;
    reached.add(folder);
    const { dependencies, optionalDependencies } = packages[folder]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependency = resolve(folder, name);
      if (dependency !== undefined) pending.push(dependency);
    }
  }
  return [...reached].map((folder) => {
    const { name, version } = packages[folder]!;
    return `${name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
  });
}

describe('the software bill of materials', () => {
  let sbom: Sbom;
  let listed: string[];
  beforeAll(() => {
    sbom = imageSbom(ROOT);
    listed = sbom.components.map(({ purl }) =>
      decodeURIComponent(purl.replace('pkg:npm/', '').split('?')[0]!),
    );
  });

  test('lists every package of the lockfile that the image needs', () => {
    const locked = lockedPackages();
    expect(locked.length).toBeGreaterThan(200);
    expect(locked.filter((one) => !listed.includes(one))).toEqual([]);
  });

  test('lists only packages of the lockfile, each once', () => {
    expect(new Set(listed).size).toBe(listed.length);
    const known = new Set(
      Object.entries(packages).map(
        ([folder, { name, version }]) => `${name ?? folder.split('node_modules/').at(-1)}@${version}`,
      ),
    );
    expect(listed.filter((one) => !known.has(one))).toEqual([]);
  });

  test('lists no development dependency and no package of the tests', () => {
    expect(
      listed.filter((one) => /^(jest|eslint|prettier|@loci\/(bench|chaos|checks|tests))@/.test(one)),
    ).toEqual([]);
  });

  test('names the platform, and refers only to listed packages', () => {
    expect(sbom.metadata.component.name).toBe('loci');
    const references = new Set(sbom.components.map((component) => component['bom-ref']));
    const unknown = sbom.dependencies.flatMap(({ dependsOn = [] }) =>
      dependsOn.filter((ref) => !references.has(ref)),
    );
    expect(unknown).toEqual([]);
  });
});
