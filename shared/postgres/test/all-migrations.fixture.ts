import { existsSync, readdirSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

/** The migrations of every part of the platform, by the name of its schema; read off the folders, so none is left out. */
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
