import { createAnalysisService } from '@loci/analysis-service';
import { createArtifactService } from '@loci/artifact-service';
import { DEFAULT_LIFETIMES, createAuthServer } from '@loci/auth-server';
import { createDocumentService } from '@loci/document-service';
import { gatewayRoutes } from '@loci/gateway';
import { createGraphService } from '@loci/graph-service';
import type { Route } from '@loci/http';
import { createMemoryService } from '@loci/memory-service';
import { createPersonalityService } from '@loci/personality-service';
import { Secret } from '@loci/runtime';
import { createSearchService } from '@loci/search-service';
import { createWebhookService } from '@loci/webhook-service';

/** Placeholder for every port. The services are created only to read their routes. */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_target, name) => {
    if (name === 'then') return undefined;
    // A comparison such as `ports.keys.length > 1` needs a number.
    return name === Symbol.toPrimitive ? () => 0 : nothing;
  },
});
const unused = <Port>(): Port => nothing as Port;

const SECRET = new Secret('of a server that never runs, 32 characters');

/** Returns the routes of all services behind the gateway by service name. */
export function serviceRoutes(): Record<string, readonly Route[]> {
  const services = [
    createMemoryService(unused()),
    createGraphService(unused()),
    createSearchService(unused()),
    createDocumentService(unused()),
    createArtifactService(unused()),
    createAnalysisService(unused()),
    createPersonalityService({ memories: unused(), toolNames: [] }),
    createWebhookService(unused()),
  ];
  return {
    ...Object.fromEntries(services.map(({ name, routes }) => [name, routes])),
    auth: authServer().routes,
  };
}

/** Routes of the admin API, which the gateway does not serve. */
export const adminRoutes = (): readonly Route[] => authServer().adminRoutes;

function authServer() {
  return createAuthServer({
    database: unused(),
    log: unused(),
    responseCheck: 'throw',
    settings: {
      ...DEFAULT_LIFETIMES,
      issuer: 'http://localhost:8081',
      audience: 'http://localhost:8080',
      keyAccessTokenSeconds: 60,
      oauthAccessTokenSeconds: 60,
    },
    adminToken: SECRET,
    apiKeyPeppers: [SECRET],
    signingKeySecrets: [SECRET],
    portalUrl: 'http://localhost:8082',
    cookieKeys: [SECRET],
  });
}

/** Routes that the gateway implements itself. */
export const ownGatewayRoutes = (): readonly Route[] => gatewayRoutes(unused());
