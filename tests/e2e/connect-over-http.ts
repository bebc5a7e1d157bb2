import { proxyToService } from '@loci/gateway';
import {
  createExpressApp,
  httpClient,
  notFoundHandler,
  requireSignedIdentity,
  serviceRouter,
} from '@loci/http';
import { listen } from '@loci/service-hosting';
import type { RunningServer } from '@loci/service-hosting';
import type { ConnectServices } from '@loci/standalone';

const DRAIN_TIMEOUT_MS = 1_000;

/** Serves each service on its own port and connects the services over HTTP, as in the distributed platform. */
export const connectOverHttp: ConnectServices = async (services, options) => {
  const secret = options.internalSecret.reveal();
  const servers = new Map<string, RunningServer>();
  for (const { name, routes, router } of services) {
    const app = createExpressApp();
    app.use(requireSignedIdentity([secret]));
    app.use(router ?? serviceRouter(routes, options));
    app.use(notFoundHandler);
    servers.set(name, await listen(app, { host: '127.0.0.1', port: 0, portVariable: 'PORT' }));
  }
  const urlOf = (name: string): string => `http://127.0.0.1:${servers.get(name)!.port}`;
  return {
    connect: (service) => httpClient({ baseUrl: urlOf(service), secret }),
    targets: Object.fromEntries(services.map(({ name }) => [name, proxyToService(urlOf(name), secret)])),
    close: async () => {
      await Promise.all([...servers.values()].map((server) => server.close(DRAIN_TIMEOUT_MS)));
    },
  };
};
