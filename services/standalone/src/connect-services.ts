import type { ServiceClient } from '@loci/contracts';
import { proxyToService } from '@loci/gateway';
import {
  notFoundHandler,
  createExpressApp,
  httpClient,
  inProcessClient,
  serviceRouter,
  requireSignedIdentity,
} from '@loci/http';
import type { ResponseCheck, Route } from '@loci/http';
import { listen } from '@loci/service-hosting';
import type { Logger } from '@loci/runtime';
import type { RunningServer } from '@loci/service-hosting';
import type { RequestHandler } from 'express';

/** What can be asked: a service, or the auth server with its larger router. */
export interface HostedService {
  name: string;
  routes: readonly Route[];
  /** Instead of one made from the routes. */
  router?: RequestHandler;
}

export interface ConnectOptions {
  log: Logger;
  responseCheck: ResponseCheck;
}

/** How services and gateway reach each service. */
export interface ServiceConnections {
  connect(service: string): ServiceClient;
  /** By service: what the gateway hands public requests to. */
  targets: Record<string, RequestHandler>;
  close(): Promise<void>;
}

/** All in this process: the same routers and clients, no sockets. */
export function connectInProcess(
  services: readonly HostedService[],
  options: ConnectOptions,
): ServiceConnections {
  const clients = Object.fromEntries(
    services.map(({ name, routes }) => [name, inProcessClient(routes, options.responseCheck)]),
  );
  return {
    connect: (service) => clients[service]!,
    targets: Object.fromEntries(
      services.map(({ name, routes, router }) => [name, router ?? serviceRouter(routes, options)]),
    ),
    close: () => Promise.resolve(),
  };
}

/** Each service on a port of its own, asked over HTTP like in production: what is mounted in process must work apart. */
export async function connectOverHttp(
  services: readonly HostedService[],
  { secret, ...options }: ConnectOptions & { secret: string },
): Promise<ServiceConnections> {
  const servers = new Map<string, RunningServer>();
  for (const { name, routes, router } of services) {
    const app = createExpressApp();
    app.use(requireSignedIdentity(secret));
    app.use(router ?? serviceRouter(routes, options));
    app.use(notFoundHandler);
    servers.set(name, await listen(app, { host: '127.0.0.1', port: 0, portVariable: 'PORT' }));
  }
  const urlOf = (name: string): string => `http://127.0.0.1:${servers.get(name)!.port}`;
  return {
    connect: (service) => httpClient({ baseUrl: urlOf(service), secret }),
    targets: Object.fromEntries(services.map(({ name }) => [name, proxyToService(urlOf(name), secret)])),
    close: async () => {
      await Promise.all([...servers.values()].map((server) => server.close(1_000)));
    },
  };
}
