import { afterAll } from '@jest/globals';
import { connectOverHttp } from './connect-over-http.ts';
import { describeEndToEnd } from './describe-end-to-end.ts';
import { openPlatform } from './open-platform.ts';
import { connectToPlatform } from './connect-to-platform.ts';

const platform = await connectToPlatform(await openPlatform(connectOverHttp));
afterAll(() => platform.close());

describeEndToEnd('services on ports of their own', platform);
