import type { ServiceClient } from '@loci/contracts';
import { httpClient } from '@loci/http';
import type { RequestHandler } from 'express';
import type { GatewayConfig } from './config.ts';
import { proxyToService } from './routing/proxy-to-service.ts';

/** Connections from the gateway to the services. */
export interface GatewayConnections {
  /** Client for internal operations of a service. */
  connect(service: string): ServiceClient;
  /** Proxies for public operations, by service name. */
  targets: Record<string, RequestHandler>;
}

/** Connects the gateway to services in other processes. */
export function connectToServices(config: GatewayConfig): GatewayConnections {
  const secret = config.INTERNAL_SECRET.reveal();
  const urls: Record<string, string> = {
    memory: config.MEMORY_URL,
    graph: config.GRAPH_URL,
    search: config.SEARCH_URL,
    document: config.DOCUMENT_URL,
    artifact: config.ARTIFACT_URL,
    analysis: config.ANALYSIS_URL,
    personality: config.PERSONALITY_URL,
    webhook: config.WEBHOOK_URL,
    auth: config.AUTH_INTERNAL_URL,
  };
  const forEachService = <T>(create: (baseUrl: string) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(urls).map(([name, baseUrl]) => [name, create(baseUrl)]));
  const clients = forEachService((baseUrl) => httpClient({ baseUrl, secret }));
  return {
    connect: (service) => clients[service]!,
    targets: forEachService((baseUrl) => proxyToService(baseUrl, secret)),
  };
}
