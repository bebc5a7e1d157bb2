import { inProcessClient } from './in-process-client.ts';
import { contractRoutes, describeServiceClientContract } from './service-client.contract.ts';

describeServiceClientContract(() =>
  Promise.resolve({ client: inProcessClient(contractRoutes, 'throw'), close: () => Promise.resolve() }),
);
