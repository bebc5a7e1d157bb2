import type { ServiceClient } from '@loci/contracts';
import { httpClient } from '@loci/http';
import type { RequestHandler } from 'express';
import type { GatewayConfig } from './config.ts';
import { proxyToService } from './routing/proxy-to-service.ts';

/** How the gateway reaches the services: each by a client, and by a proxy for what the public asks. */
export interface ServiceReach {
  connect(service: string): ServiceClient;
  targets: Record<string, RequestHandler>;
}

export function reachServices(config: GatewayConfig): ServiceReach {
  const secret = config.INTERNAL_SECRET.reveal();
  const urls: Record<string, string> = {
    memory: config.MEMORY_URL,
    graph: config.GRAPH_URL,
    search: config.SEARCH_URL,
    document: config.DOCUMENT_URL,
    artifact: config.ARTIFACT_URL,
    analysis: config.ANALYSIS_URL,
    personality: config.PERSONALITY_URL,
    auth: config.AUTH_INTERNAL_URL,
  };
  const of = <T>(make: (baseUrl: string) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(urls).map(([name, baseUrl]) => [name, make(baseUrl)]));
  const clients = of((baseUrl) => httpClient({ baseUrl, secret }));
  return {
    connect: (service) => clients[service]!,
    targets: of((baseUrl) => proxyToService(baseUrl, secret)),
  };
}
