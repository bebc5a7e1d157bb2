import { inProcessClient } from './in-process-client.ts';
import { askedRoutes, describeServiceClientContract } from './service-client.contract.ts';

describeServiceClientContract(() =>
  Promise.resolve({ client: inProcessClient(askedRoutes, 'throw'), close: () => Promise.resolve() }),
);
