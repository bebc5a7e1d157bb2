import { describe } from '@jest/globals';
import type { TestPlatform } from './test-platform.ts';
import { describeApiKeyTokens } from './suites/api-key-tokens.ts';
import { describeAssistantTools } from './suites/assistant-tools.ts';
import { describeAuditLog } from './suites/audit-log.ts';
import { describeAuthentication } from './suites/authentication.ts';
import { describeQueryParameters } from './suites/query-parameters.ts';
import { describeRequestBodies } from './suites/request-bodies.ts';
import { describeClientOperations } from './suites/client/client-operations.ts';
import { describeClientServerOperations } from './suites/client/client-server-operations.ts';
import { platformTarget } from './suites/client/client-target.ts';
import { describeContext } from './suites/context.ts';
import { describeContractCoverage } from './suites/contract-coverage.ts';
import { describeDateParameters } from './suites/date-parameters.ts';
import { describeConcurrentDeletion } from './suites/concurrent-deletion.ts';
import { describeEvolutionAndContradictions } from './suites/evolution-and-contradictions.ts';
import { describeDocumentsAndArtifacts } from './suites/documents-and-artifacts.ts';
import { describeQuickStart } from './suites/quick-start.ts';
import { describeExpiry } from './suites/expiry.ts';
import { describeFreshReads } from './suites/fresh-reads.ts';
import { describeGraphSearch } from './suites/graph-search.ts';
import { describeQueryEvents } from './suites/query-events.ts';
import { describeQueryLanguages } from './suites/query-languages.ts';
import { describeNeighborhood } from './suites/neighborhood.ts';
import { describeReadYourWrites } from './suites/read-your-writes.ts';
import { describeRequestHeaders } from './suites/request-headers.ts';
import { describeRecordIds } from './suites/record-ids.ts';
import { describeMemoriesAndRelationships } from './suites/memories-and-relationships.ts';
import { describeIdempotencyKeys } from './suites/idempotency-keys.ts';
import { describeHttpMethods } from './suites/http-methods.ts';
import { describePersonality } from './suites/personality.ts';
import { describePermissions } from './suites/permissions.ts';
import { describePinsAndRetention } from './suites/pins-and-retention.ts';
import { describePortal } from './suites/portal.ts';
import { describeDpopAndAudiences } from './suites/dpop-and-audiences.ts';
import { describeResumableUploads } from './suites/resumable-uploads.ts';
import { describeSecretFilter } from './suites/secret-filter.ts';
import { describeSuggestions } from './suites/suggestions.ts';
import { describeTenantIsolation } from './suites/tenant-isolation.ts';
import { describeWebhooks } from './suites/webhooks.ts';

/**
 * Runs all suites against one platform. Each suite creates its own tenants, so the suites are independent.
 */
export function describeEndToEnd(name: string, platform: TestPlatform): void {
  describe(name, () => {
    describeQuickStart(platform);
    describeRequests(platform);
    describeServices(platform);
    describeClientOperations(platformTarget(platform));
    describeClientServerOperations(platformTarget(platform));
  });
}

/** Runs the suites in which services call each other or handle the events of others. */
export function describeInteractions(name: string, platform: TestPlatform): void {
  describe(name, () => describeServices(platform));
}

/** Suites of single requests: who may send them, and which inputs are valid. */
function describeRequests(platform: TestPlatform): void {
  describeAuthentication(platform);
  describePermissions(platform);
  describeHttpMethods(platform);
  describeRecordIds(platform);
  describeRequestBodies(platform);
  describeQueryParameters(platform);
  describeDateParameters(platform);
  describeRequestHeaders(platform);
  describeApiKeyTokens(platform);
  describePortal(platform);
  describeDpopAndAudiences(platform);
  describeContractCoverage(platform);
}

function describeServices(platform: TestPlatform): void {
  describeAssistantTools(platform);
  describeTenantIsolation(platform);
  describeMemoriesAndRelationships(platform);
  describeEvolutionAndContradictions(platform);
  describeGraphSearch(platform);
  describeQueryEvents(platform);
  describeQueryLanguages(platform);
  describeNeighborhood(platform);
  describeContext(platform);
  describeConcurrentDeletion(platform);
  describeDocumentsAndArtifacts(platform);
  describeResumableUploads(platform);
  describePersonality(platform);
  describeAuditLog(platform);
  describeWebhooks(platform);
  describeSuggestions(platform);
  describeIdempotencyKeys(platform);
  describeReadYourWrites(platform);
  describeFreshReads(platform);
  describeExpiry(platform);
  describePinsAndRetention(platform);
  describeSecretFilter(platform);
}
