import { posix } from 'node:path';
import type { Workspace, WorkspacePackage } from './workspace.ts';

/** Target of an import. */
export type Target =
  | { kind: 'file'; path: string; package: WorkspacePackage | undefined }
  | { kind: 'package'; name: string }
  | { kind: 'node'; name: string }
  | { kind: 'unresolved'; why: string };

/** Returns the workspace package that contains a file. */
export function packageOf(workspace: Workspace, path: string): WorkspacePackage | undefined {
  return workspace.packages.find(({ folder }) => path.startsWith(`${folder}/`));
}

/** Resolves an import like Node.js, including the `exports` of workspace packages. */
export function resolveImport(workspace: Workspace, from: string, specifier: string): Target {
  if (specifier.startsWith('node:')) return { kind: 'node', name: specifier };
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from), specifier);
    // A declaration file describes a generated file or a JavaScript file.
    const declared = path.replace(/\.(wasm|mjs|js)$/, '.d.ts');
    if (!workspace.files.has(path) && !workspace.files.has(declared) && path.endsWith('.ts')) {
      return { kind: 'unresolved', why: `${path} does not exist` };
    }
    return { kind: 'file', path, package: packageOf(workspace, path) };
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const ours = workspace.packages.find((candidate) => candidate.name === name);
  if (ours === undefined) {
    return name.startsWith('@loci/')
      ? { kind: 'unresolved', why: `there is no package ${name}` }
      : { kind: 'package', name };
  }
  const file = ours.exports[`.${specifier.slice(name.length)}`];
  if (file === undefined)
    return { kind: 'unresolved', why: `${name} does not export ".${specifier.slice(name.length)}"` };
  const path = posix.join(ours.folder, file);
  if (!workspace.files.has(path)) return { kind: 'unresolved', why: `${path} does not exist` };
  return { kind: 'file', path, package: ours };
}
