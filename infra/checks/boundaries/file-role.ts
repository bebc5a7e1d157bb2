import { posix } from 'node:path';
import type { Workspace } from './workspace.ts';

/** Returns true for code that only tests use. */
export function isTest(path: string): boolean {
  return (
    /\.(test|contract|testing|fixture)\.ts$/.test(path) ||
    /\/(test|testing)\//.test(path) ||
    path.startsWith('shared/testing/') ||
    path.startsWith('tests/')
  );
}

/** Returns true for the folder of a component that runs as a separate process in distributed mode. */
export function isServiceFolder(folder: string): boolean {
  return folder.startsWith('services/') || folder === 'gateway' || folder === 'auth-server';
}

/** Returns true for use cases such as `create-memory.ts`, and for consumers and jobs. */
export function isUseCase(path: string): boolean {
  return (
    /\/(consumers|jobs)\/[^/]+\.ts$/.test(path) ||
    (/^(services\/[^/]+|auth-server)\/src\/[^/]+\//.test(path) &&
      /^(create|update|delete|list|get|add|remove|set|store|record|search|find|rename|merge|resolve)-[^/.]+\.ts$/.test(
        posix.basename(path),
      ))
  );
}

/** Returns true for domain files, such as `memory.ts` next to `memory.repository.ts`. */
export function isDomain(workspace: Workspace, path: string): boolean {
  return workspace.files.has(path.replace(/\.ts$/, '.repository.ts'));
}

/** Returns true for ports, such as `vector-index.ts` next to `vector-index.contract.ts`. */
export function isPort(workspace: Workspace, path: string): boolean {
  return workspace.files.has(path.replace(/\.ts$/, '.contract.ts'));
}

/** Returns the feature folder of a file in a service, or undefined for files directly in `src`. */
export function featureOf(path: string): string | undefined {
  return /^((?:services\/[^/]+|gateway|auth-server)\/src\/[^/]+)\//.exec(path)?.[1];
}

/** Returns the role in the file name, such as `repository` for `memory.repository.ts`, or an empty string. */
export function roleOf(path: string): string {
  return /\.([a-z]+)\.ts$/.exec(path)?.[1] ?? '';
}

/** Returns true for internal routes that export rows for rebuilding indexes. */
export function isInternalExport(path: string): boolean {
  return path.endsWith('/internal/internal.routes.ts');
}
