import { describe } from '@jest/globals';
import type { PlatformUnderTest } from './connect-to-platform.ts';
import { describeAssistantTools } from './suites/assistant-tools.ts';
import { describeAuthentication } from './suites/authentication.ts';
import { describeBodies } from './suites/bodies.ts';
import { describeCoverage } from './suites/coverage.ts';
import { describeDates } from './suites/dates.ts';
import { describeDeletion } from './suites/deletion.ts';
import { describeEvolution } from './suites/evolution.ts';
import { describeFiles } from './suites/files.ts';
import { describeFirstMinute } from './suites/first-minute.ts';
import { describeGraphSearch } from './suites/graph-search.ts';
import { describeHeaders } from './suites/headers.ts';
import { describeIds } from './suites/ids.ts';
import { describeKnowledge } from './suites/knowledge.ts';
import { describeMethods } from './suites/methods.ts';
import { describePeople } from './suites/people.ts';
import { describePermissions } from './suites/permissions.ts';
import { describePortal } from './suites/portal.ts';
import { describePossession } from './suites/possession.ts';
import { describeTenancy } from './suites/tenancy.ts';

/** Every suite over one running platform. */
export function describeEndToEnd(name: string, platform: PlatformUnderTest): void {
  describe(name, () => {
    describeFirstMinute(platform);
    describeAuthentication(platform);
    describePermissions(platform);
    describeMethods(platform);
    describeIds(platform);
    describeAssistantTools(platform);
    describeBodies(platform);
    describeDates(platform);
    describeHeaders(platform);
    describeTenancy(platform);
    describeKnowledge(platform);
    describeEvolution(platform);
    describeGraphSearch(platform);
    describeDeletion(platform);
    describeFiles(platform);
    describePeople(platform);
    describePortal(platform);
    describePossession(platform);
    describeCoverage(platform);
  });
}
