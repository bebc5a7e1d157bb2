import { describe } from '@jest/globals';
import type { TestPlatform } from './test-platform.ts';
import { describeAssistantTools } from './suites/assistant-tools.ts';
import { describeAuthentication } from './suites/authentication.ts';
import { describeBodies } from './suites/request-validation.ts';
import { describeCoverage } from './suites/contract-coverage.ts';
import { describeDates } from './suites/date-parameters.ts';
import { describeDeletion } from './suites/concurrent-deletion.ts';
import { describeEvolution } from './suites/evolution-and-contradictions.ts';
import { describeFiles } from './suites/documents-and-artifacts.ts';
import { describeFirstMinute } from './suites/quick-start.ts';
import { describeGraphSearch } from './suites/graph-search.ts';
import { describeHeaders } from './suites/request-headers.ts';
import { describeIds } from './suites/record-ids.ts';
import { describeKnowledge } from './suites/memories-and-relationships.ts';
import { describeMethods } from './suites/http-methods.ts';
import { describePeople } from './suites/personality.ts';
import { describePermissions } from './suites/permissions.ts';
import { describePortal } from './suites/portal.ts';
import { describePossession } from './suites/dpop-and-audiences.ts';
import { describeTenancy } from './suites/tenant-isolation.ts';

/** Every suite over one running platform. */
export function describeEndToEnd(name: string, platform: TestPlatform): void {
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
