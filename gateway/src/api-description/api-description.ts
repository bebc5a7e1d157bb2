import { readFileSync } from 'node:fs';
import type { PublicRoute } from '../routing/public-route.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/**
 * What all services together offer to the public. The gateway hands it out without asking any of them: both files
 * are made from their route tables by `npm run generate`.
 */
export const publicRoutes = (): PublicRoute[] => read('public-routes.json') as PublicRoute[];

/** The OpenAPI document of the API at this address. */
export const openApiDocument = (serverUrl: string): object => ({
  ...(read('openapi.json') as object),
  servers: [{ url: serverUrl }],
});
