import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createExpressApp, notFoundHandler, requireSignedIdentity } from './express-app.ts';
import { httpClient } from './http-client.ts';
import { contractRoutes, describeServiceClientContract } from './service-client.contract.ts';
import { serviceRouter } from './service-router.ts';

const log = { warn: () => undefined, error: () => undefined };

describeServiceClientContract(async () => {
  const app = createExpressApp();
  app.use(requireSignedIdentity(['secret']));
  app.use(serviceRouter(contractRoutes, { log, responseCheck: 'throw' }));
  app.use(notFoundHandler);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    client: httpClient({ baseUrl: `http://127.0.0.1:${port}`, secret: 'secret' }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
});
