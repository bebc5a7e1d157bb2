import { afterAll } from '@jest/globals';
import { connectOverHttp } from './connect-over-http.ts';
import { describeInteractions } from './describe-end-to-end.ts';
import { openStandalonePlatform } from './open-standalone-platform.ts';
import { connectToPlatform } from './test-platform.ts';

const platform = await connectToPlatform(await openStandalonePlatform(connectOverHttp));
afterAll(() => platform.close());

// The distributed platform also connects its services over HTTP, and runs all suites.
describeInteractions('standalone platform with services connected over HTTP', platform);
