import type { ServiceClient } from '@loci/contracts';
import { inProcessClient, serviceRouter } from '@loci/http';
import type { ResponseCheck, Route } from '@loci/http';
import type { Logger, Secret } from '@loci/runtime';
import type { RequestHandler } from 'express';

/** Service or authorization server that runs in this process. */
export interface HostedService {
  name: string;
  routes: readonly Route[];
  /** Handles public requests. Defaults to a router built from `routes`. */
  router?: RequestHandler;
}

export interface ConnectOptions {
  /** Secret that signs the identity of the caller if services call each other over the network. */
  internalSecret: Secret;
  responseCheck: ResponseCheck;
  log: Logger;
}

/** Connections to every service, for the gateway and for the other services. */
export interface ServiceConnections {
  /** Returns the client of a service by its name. */
  connect(service: string): ServiceClient;
  /** Handlers of public requests, by service name. */
  targets: Record<string, RequestHandler>;
  close(): Promise<void>;
}

export type ConnectServices = (
  services: readonly HostedService[],
  options: ConnectOptions,
) => Promise<ServiceConnections>;

/** Connects services that run in this process by function calls, without sockets. */
export const connectInProcess: ConnectServices = (services, options) => {
  const clients = Object.fromEntries(
    services.map(({ name, routes }) => [name, inProcessClient(routes, options.responseCheck)]),
  );
  return Promise.resolve({
    connect: (service) => clients[service]!,
    targets: Object.fromEntries(
      services.map(({ name, routes, router }) => [name, router ?? serviceRouter(routes, options)]),
    ),
    close: () => Promise.resolve(),
  });
};
