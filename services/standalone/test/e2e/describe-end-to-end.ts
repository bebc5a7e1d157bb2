import { describe } from '@jest/globals';
import type { PlatformUnderTest } from './platform-under-test.ts';
import { describeAssistantTools } from './suites/assistant-tools.ts';
import { describeAuthentication } from './suites/authentication.ts';
import { describeBodies } from './suites/bodies.ts';
import { describeIds } from './suites/ids.ts';
import { describeMethods } from './suites/methods.ts';
import { describePermissions } from './suites/permissions.ts';

/** Every suite over one running platform. */
export function describeEndToEnd(name: string, platform: PlatformUnderTest): void {
  describe(name, () => {
    describeAuthentication(platform);
    describePermissions(platform);
    describeMethods(platform);
    describeIds(platform);
    describeAssistantTools(platform);
    describeBodies(platform);
  });
}
