import { readFileSync } from 'node:fs';
import type { PublicRoute } from '../routing/public-route.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Public routes of all services, from the file that `npm run generate` writes. */
export const publicRoutes = (): PublicRoute[] => read('public-routes.json') as PublicRoute[];

interface OpenApiDocument {
  servers: { url: string }[];
  components: { securitySchemes: { oauth: { flows: Record<string, Record<string, unknown>> } } };
}

/** OpenAPI document from the file that `npm run generate` writes, with the public URLs of the installation. */
export function openApiDocument({ baseUrl, authUrl }: { baseUrl: string; authUrl: string }): object {
  const document = read('openapi.json') as OpenApiDocument;
  const { oauth } = document.components.securitySchemes;
  for (const flow of Object.values(oauth.flows)) {
    for (const [name, value] of Object.entries(flow)) {
      if (name.endsWith('Url')) flow[name] = authUrl + new URL(value as string).pathname;
    }
  }
  return { ...document, servers: document.servers.map((server) => ({ ...server, url: baseUrl })) };
}
