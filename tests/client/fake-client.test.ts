import { fakeTarget } from '../e2e/suites/client/client-target.ts';
import { describeClientOperations } from '../e2e/suites/client/client-operations.ts';

// The end-to-end tests run the same suite against servers.
describeClientOperations(fakeTarget());
