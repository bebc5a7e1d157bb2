import { afterAll } from '@jest/globals';
import { describeEndToEnd } from './describe-end-to-end.ts';
import { openDistributedPlatform } from './open-distributed-platform.ts';
import { connectToPlatform } from './test-platform.ts';

const platform = await connectToPlatform(await openDistributedPlatform({ splitRoles: false }));
afterAll(() => platform.close());

describeEndToEnd('distributed platform', platform);
