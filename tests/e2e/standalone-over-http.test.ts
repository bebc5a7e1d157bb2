import { afterAll } from '@jest/globals';
import { connectOverHttp } from './connect-over-http.ts';
import { describeEndToEnd } from './describe-end-to-end.ts';
import { openStandalonePlatform } from './open-standalone-platform.ts';
import { connectToPlatform } from './test-platform.ts';

const platform = await connectToPlatform(await openStandalonePlatform(connectOverHttp));
afterAll(() => platform.close());

describeEndToEnd('services on ports of their own', platform);
