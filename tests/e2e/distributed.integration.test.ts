import { afterAll } from '@jest/globals';
import { describeEndToEnd } from './describe-end-to-end.ts';
import { openServices } from './open-services.ts';
import { connectToPlatform } from './connect-to-platform.ts';

const platform = await connectToPlatform(await openServices({ splitRoles: false }));
afterAll(() => platform.close());

describeEndToEnd('separate services on real engines', platform);
