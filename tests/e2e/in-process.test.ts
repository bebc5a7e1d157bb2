import { afterAll } from '@jest/globals';
import { describeEndToEnd } from './describe-end-to-end.ts';
import { openPlatform } from './open-platform.ts';
import { connectToPlatform } from './connect-to-platform.ts';

const platform = await connectToPlatform(await openPlatform());
afterAll(() => platform.close());

describeEndToEnd('one process', platform);
