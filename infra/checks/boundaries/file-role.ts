import { posix } from 'node:path';
import type { Workspace } from './workspace.ts';

/** Test code: whatever runs only under jest. */
export function isTest(path: string): boolean {
  return (
    /\.(test|contract|testing|fixture)\.ts$/.test(path) ||
    /\/(test|testing)\//.test(path) ||
    path.startsWith('shared/testing/') ||
    path.startsWith('tests/')
  );
}

/** A part of the platform that has a process of its own when distributed. */
export function isServiceFolder(folder: string): boolean {
  return folder.startsWith('services/') || folder === 'gateway' || folder === 'auth-server';
}

/** `create-memory.ts`: verb and noun, without a role, inside a feature. Consumers and jobs count as well. */
export function isUseCase(path: string): boolean {
  return (
    /\/(consumers|jobs)\/[^/]+\.ts$/.test(path) ||
    (/^(services\/[^/]+|auth-server)\/src\/[^/]+\//.test(path) &&
      /^(create|update|delete|list|get|add|remove|set|store|record|search|find|rename|merge|resolve)-[^/.]+\.ts$/.test(
        posix.basename(path),
      ))
  );
}

/** `memory.ts` beside `memory.repository.ts`: the type and its pure rules. */
export function isDomain(workspace: Workspace, path: string): boolean {
  return workspace.files.has(path.replace(/\.ts$/, '.repository.ts'));
}

/** `vector-index.ts` beside `vector-index.contract.ts`. */
export function isPort(workspace: Workspace, path: string): boolean {
  return workspace.files.has(path.replace(/\.ts$/, '.contract.ts'));
}

/** The folder below `src` that a file of a service lies in, or undefined for files of `src` itself. */
export function featureOf(path: string): string | undefined {
  return /^((?:services\/[^/]+|gateway|auth-server)\/src\/[^/]+)\//.exec(path)?.[1];
}

/** `repository` of `memory.repository.ts`; empty without one. */
export function roleOf(path: string): string {
  return /\.([a-z]+)\.ts$/.exec(path)?.[1] ?? '';
}

/** Routes for other services alone, which give out rows as they are stored, for rebuilding indexes. */
export function isInternalExport(path: string): boolean {
  return path.endsWith('/internal/internal.routes.ts');
}
