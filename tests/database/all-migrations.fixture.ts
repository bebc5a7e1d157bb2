import { existsSync, readdirSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/**
 * Returns the migration folder of each schema of the platform. Finds the folders in the workspace, so that
 * new services are included.
 */
export function allMigrations(): Map<string, URL> {
  const folders = [
    ...readdirSync(new URL('services/', ROOT)).map((name) => [name, `services/${name}/migrations/`]),
    ['auth', 'auth-server/migrations/'],
    ['gateway', 'gateway/migrations/'],
    ['events', 'shared/messaging/migrations/'],
  ] as [string, string][];
  return new Map(
    folders.map(([name, path]) => [name, new URL(path, ROOT)] as const).filter(([, url]) => existsSync(url)),
  );
}
