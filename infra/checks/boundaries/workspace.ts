import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSourceFile } from './source-file.ts';
import type { SourceFile } from './source-file.ts';

export interface WorkspacePackage {
  name: string;
  /** Path relative to the repository root, with `/` as separator. */
  folder: string;
  /** Files by exported subpath (`.`, `./embedded`), relative to the package. */
  exports: Record<string, string>;
  /** Names of `dependencies`, `optionalDependencies` and `devDependencies`. */
  dependencies: ReadonlySet<string>;
  peerDependencies: ReadonlySet<string>;
}

export interface Workspace {
  packages: WorkspacePackage[];
  files: Map<string, SourceFile>;
  /** devDependencies of the root package, which all tests may use. */
  testDependencies: ReadonlySet<string>;
}

interface Manifest {
  name: string;
  workspaces?: string[];
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Reads the manifests of all packages and parses their TypeScript files. */
export function readWorkspace(root: string): Workspace {
  const manifest = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
  const rootManifest = manifest('package.json');
  const packages = (rootManifest.workspaces ?? [])
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .map((path) => ({ path: path.replaceAll('\\', '/'), content: manifest(path) }))
    .map(({ path, content }) => ({
      name: content.name,
      folder: dirname(path),
      exports: content.exports ?? {},
      dependencies: new Set([
        ...Object.keys(content.dependencies ?? {}),
        ...Object.keys(content.optionalDependencies ?? {}),
        ...Object.keys(content.devDependencies ?? {}),
      ]),
      peerDependencies: new Set(Object.keys(content.peerDependencies ?? {})),
    }));
  const files = new Map<string, SourceFile>();
  const patterns = [
    'shared/*',
    'services/*',
    'gateway',
    'auth-server',
    'cli',
    'clients/*',
    'infra/*',
  ].flatMap((folder) => ['src', 'test', 'kernel'].map((part) => `${folder}/${part}/**/*.ts`));
  for (const path of globSync([...patterns, 'infra/checks/**/*.ts', 'tests/**/*.ts'], { cwd: root })) {
    if (path.includes('node_modules')) continue;
    const name = path.replaceAll('\\', '/');
    files.set(name, parseSourceFile(name, readFileSync(join(root, path), 'utf8')));
  }
  return { packages, files, testDependencies: new Set(Object.keys(rootManifest.devDependencies ?? {})) };
}
