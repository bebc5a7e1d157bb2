import { afterAll, beforeAll } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { describeEndToEnd } from './describe-end-to-end.ts';
import { createTestEnvironment, openDistributedPlatform } from './open-distributed-platform.ts';
import { describeOperatorView } from './suites/operator-view.ts';
import { describePausedConsumers } from './suites/paused-consumers.ts';
import { describeTwoGateways } from './suites/two-gateways.ts';
import { describeWhyNot } from './suites/why-not.ts';
import { connectToPlatform } from './test-platform.ts';

const environment = await createTestEnvironment();
const address = await openDistributedPlatform({ splitRoles: false, environment });
const platform = await connectToPlatform(address);
afterAll(() => platform.close());

// The first queries of a newly started Neo4j can exceed the timeout of the graph service, which then returns 503.
beforeAll(async () => {
  const { memories, relationships } = (await platform.createTenant()).loci;
  const { id } = await memories.create({ content: 'Warm-up.' });
  await eventually(() => relationships.traverse({ start_memory_id: id }), 60_000);
}, 90_000);

describeEndToEnd('distributed platform', platform);
describePausedConsumers(platform, environment.databaseUrl);
describeTwoGateways(platform, address, environment.databaseUrl);
describeWhyNot(platform, environment.databaseUrl);
describeOperatorView(platform);
