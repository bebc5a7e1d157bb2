import { publicRoutesOf } from '@loci/gateway';
import { toOpenApi } from '@loci/http';
import { ownGatewayRoutes, serviceRoutes } from './service-routes.ts';

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What the gateway knows of every operation of every service. */
export const publicRoutesFile = (): string =>
  toJson(Object.entries(serviceRoutes()).flatMap(([name, routes]) => publicRoutesOf(name, routes)));

/** The OpenAPI document of everything that the gateway serves. */
export const openApiFile = (): string =>
  toJson(
    toOpenApi(
      [
        // The auth server answers more than that, on a port of its own.
        ...Object.values(serviceRoutes()).flatMap((routes) =>
          routes.filter(({ path }) => path.startsWith('/api/')),
        ),
        ...ownGatewayRoutes(),
      ],
      {
        title: 'Loci',
        description: 'A persistent memory store and knowledge graph for AI assistants.',
        serverUrl: 'http://localhost:8080',
      },
    ),
  );
