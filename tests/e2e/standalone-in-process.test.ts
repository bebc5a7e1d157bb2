import { afterAll } from '@jest/globals';
import { describeEndToEnd } from './describe-end-to-end.ts';
import { openStandalonePlatform } from './open-standalone-platform.ts';
import { describePlainFacts } from './suites/plain-facts.ts';
import { connectToPlatform } from './test-platform.ts';

const platform = await connectToPlatform(await openStandalonePlatform());
afterAll(() => platform.close());

describeEndToEnd('standalone platform', platform);
describePlainFacts(platform);
