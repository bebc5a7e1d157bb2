import { afterAll } from '@jest/globals';
import { connectOverHttp } from './connect-over-http.ts';
import { describeEndToEnd } from './describe-end-to-end.ts';
import { openStandalonePlatform } from './open-standalone-platform.ts';
import { connectToPlatform } from './test-platform.ts';

const platform = await connectToPlatform(await openStandalonePlatform(connectOverHttp));
afterAll(() => platform.close());

describeEndToEnd('standalone platform with services connected over HTTP', platform);
