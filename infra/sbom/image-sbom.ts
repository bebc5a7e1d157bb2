import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  /** Package URL, such as `pkg:npm/express@5.2.1`. */
  purl: string;
}

interface Dependency {
  ref: string;
  dependsOn?: readonly string[];
}

/** The fields of a CycloneDX document that this module reads or changes. */
export interface Sbom {
  bomFormat: string;
  metadata: { component: { 'bom-ref': string; name: string } };
  components: Component[];
  dependencies: Dependency[];
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Returns the software bill of materials of the image in the format CycloneDX: the packages of the repository that the
 * image contains, and all packages that `npm ci` installs for them. The Dockerfile removes some of these afterwards.
 *
 * `npm sbom --omit=dev` cannot be used: in a repository with workspaces, npm 11 omits a third of the runtime packages.
 * Therefore this function selects from the complete list.
 * @param root root folder of the repository
 */
export function imageSbom(root: string): Sbom {
  const output = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const complete = JSON.parse(output) as Sbom;
  const { component } = complete.metadata;
  const locked = lockedPackages(root);
  const installed = new Set(locked.filter(({ dev }) => dev !== true).map(({ ref }) => ref));
  const components = new Map(
    complete.components.map((one) => [one['bom-ref'], one] as const).filter(([ref]) => installed.has(ref)),
  );
  const packages = imagePackages(root, locked);
  const ofRepository = new Map(packages.map((one) => [one.ref, one]));
  const edges = new Map<string, Set<string>>();
  for (const { ref, dependsOn = [] } of complete.dependencies) {
    const repositoryPackage = ofRepository.get(ref);
    const known = dependsOn
      .filter((other) => components.has(other))
      // Only packages of the repository have development dependencies.
      .filter((other) => repositoryPackage?.runtimeNames.has(nameOf(other)) ?? true);
    edges.set(ref, new Set([...(edges.get(ref) ?? []), ...known]));
  }
  const reached = new Set<string>();
  const pending = packages.map(({ ref }) => ref);
  for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
    if (reached.has(ref)) continue;
    reached.add(ref);
    pending.push(...(edges.get(ref) ?? []));
  }
  return {
    ...complete,
    // npm writes the name of the folder.
    metadata: { ...complete.metadata, component: { ...component, name: 'loci' } },
    components: [...reached].sort().map((ref) => components.get(ref)!),
    dependencies: [
      { ref: component['bom-ref'], dependsOn: packages.map(({ ref }) => ref) },
      ...[...reached].sort().map((ref) => ({ ref, dependsOn: [...(edges.get(ref) ?? [])] })),
    ],
  };
}

/** Returns the folders of the lockfile, such as `node_modules/express`, whose packages are in the image. */
export function imageFolders(root: string): ReadonlySet<string> {
  const listed = new Set(imageSbom(root).components.map((component) => component['bom-ref']));
  return new Set(
    lockedPackages(root)
      .filter(({ ref, dev }) => dev !== true && listed.has(ref))
      .map(({ folder }) => folder),
  );
}

const nameOf = (ref: string): string => ref.slice(0, ref.lastIndexOf('@'));

interface LockedPackage {
  /** `<name>@<version>` */
  ref: string;
  /** Folder relative to the root of the repository. */
  folder: string;
  /** True if only development dependencies need the package. */
  dev?: boolean | undefined;
  /** Names of the packages that this package needs at runtime. */
  runtimeNames: ReadonlySet<string>;
}

interface LockfileEntry {
  name?: string;
  version?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

function lockedPackages(root: string): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockfileEntry>;
  };
  return Object.entries(packages).map(([folder, entry]) => ({
    ref: `${entry.name ?? folder.split('node_modules/').at(-1)}@${entry.version}`,
    folder,
    dev: entry.dev,
    runtimeNames: new Set(Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })),
  }));
}

/** Returns the packages of the repository that `.dockerignore` includes in the image. */
function imagePackages(root: string, locked: readonly LockedPackage[]): LockedPackage[] {
  const included = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  return locked
    .filter(({ folder }) => !folder.includes('node_modules'))
    .filter(({ folder }) => included.some((path) => folder === path || folder.startsWith(`${path}/`)));
}
