import { createAccessTokenVerifier, createGrantDenylist, createJwksCache } from '@loci/access-token';
import type { DpopJtiStore, DpopRequest } from '@loci/access-token';
import { createAuthClient, createGraphClient, createSearchClient } from '@loci/contracts';
import type { ServiceClient } from '@loci/contracts';
import type { Job } from '@loci/service-hosting';
import type { Express } from 'express';
import { openApiDocument, publicRoutes } from './api-description/api-description.ts';
import { createGateway } from './app.ts';
import type { GatewayPorts } from './app.ts';
import type { VerifyToken } from './authentication/authenticate.ts';

export interface AssembleGatewayOptions extends Omit<
  GatewayPorts,
  'routes' | 'openapi' | 'verify' | 'search' | 'graph' | 'mcp'
> {
  /** Returns the client of a service by its name. */
  connect(service: string): ServiceClient;
}

export interface AssembledGateway {
  app: Express;
  jobs: Job[];
}

/** Interval at which the gateway reads revoked grants. The documentation guarantees at most 30 seconds. */
const DENYLIST_REFRESH_MS = 5_000;

/**
 * Creates the gateway with a token verifier that uses the keys, revoked grants and used DPoP proofs of the
 * auth server. All replicas therefore accept the same tokens.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the auth server does not return the revoked grants
 */
export async function assembleGateway(options: AssembleGatewayOptions): Promise<AssembledGateway> {
  const { urls, connect } = options;
  const auth = createAuthClient(connect('auth'));
  const denylist = createGrantDenylist({ fetchRevoked: (since) => auth.revokedGrants(since) });
  await denylist.refresh();
  const keys = createJwksCache({ fetchJwks: () => auth.jwks() });
  const jtiStore: DpopJtiStore = { record: (id, expiresAtMs) => auth.recordDpopJti(id, expiresAtMs) };
  const dpop = { baseUrl: urls.baseUrl, jtiStore };
  const verifierFor = (audiences: readonly string[]): VerifyToken => {
    const issuer = urls.authUrl;
    const verifier = createAccessTokenVerifier({ issuer, audiences, keys, denylist, dpop });
    return async (token: string, dpopRequest?: DpopRequest) =>
      (await verifier.verify(token, dpopRequest)).caller;
  };
  const app = createGateway({
    ...options,
    routes: publicRoutes(),
    openapi: openApiDocument(urls.baseUrl),
    verify: verifierFor([urls.baseUrl]),
    search: createSearchClient(connect('search')),
    graph: createGraphClient(connect('graph')),
    mcp: {
      connect,
      verify: verifierFor([urls.baseUrl, `${urls.baseUrl}/mcp`]),
    },
  });
  const refreshDenylist: Job = {
    name: 'refresh-denylist',
    intervalMs: DENYLIST_REFRESH_MS,
    runsInEveryProcess: true,
    run: () => denylist.refresh(),
  };
  return { app, jobs: [refreshDenylist] };
}
