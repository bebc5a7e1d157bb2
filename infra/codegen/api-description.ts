import { publicRoutesOf } from '@loci/gateway';
import { createOpenApiDocument } from './openapi/openapi-document.ts';
import { readResponseExamples } from '../documentation/src/response-examples.ts';
import type { ResponseExamples } from '../documentation/src/response-examples.ts';
import { ownGatewayRoutes, serviceRoutes } from './service-routes.ts';

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Content of `public-routes.json`: the public routes of all services. */
export const publicRoutesFile = (): string =>
  toJson(Object.entries(serviceRoutes()).flatMap(([name, routes]) => publicRoutesOf(name, routes)));

/**
 * Content of `openapi.json`: the OpenAPI document of all operations that the gateway serves.
 *
 * @param responseExamples examples of responses in the document
 */
export const openApiFile = (responseExamples: ResponseExamples = readResponseExamples()): string =>
  toJson(
    createOpenApiDocument(
      [
        // The gateway does not serve the other routes of the auth server.
        ...Object.values(serviceRoutes()).flatMap((routes) =>
          routes.filter(({ path }) => path.startsWith('/api/')),
        ),
        ...ownGatewayRoutes(),
      ],
      {
        title: 'Loci',
        description: 'A persistent memory store and knowledge graph for AI assistants.',
        serverUrl: 'https://localhost:8080',
        responseExamples,
      },
    ),
  );
