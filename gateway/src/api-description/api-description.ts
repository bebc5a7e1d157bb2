import { readFileSync } from 'node:fs';
import type { PublicRoute } from '../routing/public-route.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Public routes of all services, from the file that `npm run generate` writes. */
export const publicRoutes = (): PublicRoute[] => read('public-routes.json') as PublicRoute[];

/** OpenAPI document with the given server URL, from the file that `npm run generate` writes. */
export const openApiDocument = (serverUrl: string): object => ({
  ...(read('openapi.json') as object),
  servers: [{ url: serverUrl }],
});
