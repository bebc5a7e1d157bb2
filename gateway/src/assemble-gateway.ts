import {
  createAccessTokenVerifier,
  createApiKeyVerifier,
  createGrantDenylist,
  createJwksCache,
  isApiKey,
} from '@loci/access-token';
import type { DpopJtiStore, DpopRequest } from '@loci/access-token';
import { createAuthClient, createGraphClient, createMemoryClient, createSearchClient } from '@loci/contracts';
import type { ServiceClient } from '@loci/contracts';
import { AppError } from '@loci/core';
import type { Job } from '@loci/service-hosting';
import type { Express } from 'express';
import { openApiDocument, publicRoutes } from './api-description/api-description.ts';
import { createGateway } from './app.ts';
import type { GatewayPorts } from './app.ts';
import type { VerifyToken } from './authentication/authenticate.ts';
import { createFirstToolCalls } from './mcp/first-tool-calls.ts';
import { createReadLog } from './search/read-log.ts';
import { USER_DATA_SERVICES, runErasuresJob } from './erasures/run-erasures.job.ts';
import { TENANT_DATA_SERVICES, deleteTenantDataJob } from './tenant-deletion/delete-tenant-data.job.ts';

export interface AssembleGatewayOptions extends Omit<
  GatewayPorts,
  'routes' | 'openapi' | 'verify' | 'search' | 'graph' | 'readLog' | 'mcp'
> {
  /** Returns the client of a service by its name. */
  connect(service: string): ServiceClient;
  /** Names of further services with data of tenants. Defaults to none. */
  otherTenantDataServices?: readonly string[];
  /** Days for which an event log outside the services keeps events. Null if there is none. */
  eventLogDays: number | null;
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
  const verifyForMcp = verifierFor([urls.baseUrl, `${urls.baseUrl}/mcp`]);
  const apiKeys = createApiKeyVerifier({ exchange: auth.exchangeApiKey, verify: verifyForMcp });
  const firstToolCalls = createFirstToolCalls(auth);
  const readLog = createReadLog(createMemoryClient(connect('memory')));
  const app = createGateway({
    ...options,
    routes: publicRoutes(),
    openapi: openApiDocument(urls),
    verify: rejectApiKeys(verifierFor([urls.baseUrl]), urls.baseUrl),
    search: createSearchClient(connect('search')),
    graph: createGraphClient(connect('graph')),
    readLog,
    mcp: {
      connect,
      verify: (credential, dpop) =>
        isApiKey(credential) && dpop === undefined
          ? apiKeys.verify(credential)
          : verifyForMcp(credential, dpop),
      needsExchange: (credential) => isApiKey(credential) && apiKeys.needsExchange(credential),
      firstToolCalls,
    },
  });
  const refreshDenylist: Job = {
    name: 'refresh-denylist',
    intervalMs: DENYLIST_REFRESH_MS,
    runsInEveryProcess: true,
    run: () => denylist.refresh(),
  };
  const deleteTenantData = deleteTenantDataJob({
    connect,
    services: [...TENANT_DATA_SERVICES, ...(options.otherTenantDataServices ?? [])],
    eventLogDays: options.eventLogDays,
  });
  const runErasures = runErasuresJob({
    connect,
    services: [...USER_DATA_SERVICES, ...(options.otherTenantDataServices ?? [])],
    eventLogDays: options.eventLogDays,
  });
  return { app, jobs: [refreshDenylist, firstToolCalls.job, readLog.job, deleteTenantData, runErasures] };
}

/** Explains to a client that sends an API key to the REST API how to obtain an access token. */
const rejectApiKeys =
  (verify: VerifyToken, baseUrl: string): VerifyToken =>
  (token, dpop) => {
    if (!isApiKey(token)) return verify(token, dpop);
    throw new AppError(
      'AUTH_TOKEN_INVALID',
      `The REST API does not accept API keys. Exchange the API key with POST ${baseUrl}/api/v2/auth/token, and send ` +
        'the `access_token` of the response.',
    );
  };
