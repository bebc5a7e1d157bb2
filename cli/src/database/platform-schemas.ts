import { ANALYSIS_MIGRATIONS } from '@loci/analysis-service';
import { ARTIFACT_MIGRATIONS } from '@loci/artifact-service';
import { AUTH_SCHEMA } from '@loci/auth-server';
import { DOCUMENT_MIGRATIONS } from '@loci/document-service';
import { GATEWAY_MIGRATIONS } from '@loci/gateway';
import { GRAPH_MIGRATIONS } from '@loci/graph-service';
import { MEMORY_MIGRATIONS } from '@loci/memory-service';
import { PORTAL_MIGRATIONS } from '@loci/portal-service';
import { SEARCH_MIGRATIONS } from '@loci/search-service';
import { WEBHOOK_MIGRATIONS } from '@loci/webhook-service';
import type { SchemaName } from './schema-names.ts';

/** Migrations folder of each schema of the distributed platform, by schema name. */
export const PLATFORM_SCHEMAS = {
  auth: AUTH_SCHEMA.migrationsDir,
  memory: MEMORY_MIGRATIONS,
  graph: GRAPH_MIGRATIONS,
  search: SEARCH_MIGRATIONS,
  document: DOCUMENT_MIGRATIONS,
  artifact: ARTIFACT_MIGRATIONS,
  analysis: ANALYSIS_MIGRATIONS,
  webhook: WEBHOOK_MIGRATIONS,
  portal: PORTAL_MIGRATIONS,
  gateway: GATEWAY_MIGRATIONS,
} as const satisfies Record<SchemaName, URL>;
