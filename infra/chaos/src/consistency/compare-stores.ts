import type { ChaosPlatform } from '../platform/open-chaos-platform.ts';
import { compareRevisions } from './compare-revisions.ts';
import { readElasticsearch, tenantsInElasticsearch } from './read-elasticsearch.ts';
import type { IndexedCopy } from './indexed-copy.ts';
import { readNeo4j } from './read-neo4j.ts';
import type { Neo4jCopy } from './read-neo4j.ts';
import { readQdrant } from './read-qdrant.ts';
import { findInconsistencies, readStoredState } from './stored-state.ts';
import type { StoredItems, StoredState } from './stored-state.ts';

/**
 * Compares all copies of the data (tables of other services, Elasticsearch, Qdrant, Neo4j) with the
 * PostgreSQL tables of the service that owns the data.
 *
 * @param tenantIds the tenants to compare
 * @param known all existing tenants; data of any other tenant is reported as a difference. Null if the engines are shared
 *   with other platforms
 * @returns one message per difference; empty if all stores are consistent
 */
export async function compareStores(
  { database, variables, names }: Pick<ChaosPlatform, 'database' | 'variables' | 'names'>,
  tenantIds: Iterable<string>,
  known: ReadonlySet<string> | null,
): Promise<string[]> {
  const elasticsearch = { url: variables['ELASTICSEARCH_URL']!, prefix: names.elasticsearchPrefix };
  const qdrant = {
    ...{ url: variables['QDRANT_URL']!, apiKey: variables['QDRANT_API_KEY']! },
    prefix: names.qdrantPrefix,
  };
  const [points, archivedPoints, graph] = await Promise.all([
    readQdrant(qdrant, 'items'),
    readQdrant(qdrant, 'superseded'),
    readNeo4j(variables),
  ]);
  const problems: string[] = [];
  for (const tenantId of tenantIds) {
    const stored = await readStoredState(database, tenantId);
    const found = [
      ...(await findInconsistencies(database, tenantId)),
      ...findIndexProblems(
        'Elasticsearch',
        stored.items,
        await readElasticsearch(elasticsearch, 'items', tenantId),
      ),
      ...findIndexProblems('Qdrant', stored.items, points.get(tenantId)),
      ...findIndexProblems(
        'archive in Elasticsearch',
        stored.superseded,
        await readElasticsearch(elasticsearch, 'superseded', tenantId),
      ),
      ...findIndexProblems('archive in Qdrant', stored.superseded, archivedPoints.get(tenantId)),
      ...findNeo4jProblems(stored, graph.get(tenantId)),
    ];
    problems.push(...found.map((problem) => `tenant ${tenantId}: ${problem}`));
  }
  if (known === null) return problems;
  const presentTenants = [
    ...(await tenantsInElasticsearch(elasticsearch)),
    ...points.keys(),
    ...archivedPoints.keys(),
    ...graph.keys(),
  ];
  const foreign = presentTenants.filter((id) => !known.has(id));
  return [...problems, ...foreign.map((id) => `a store contains data of the unknown tenant ${id}`)];
}

function findIndexProblems(name: string, stored: StoredItems, copy: IndexedCopy | undefined): string[] {
  const { revisions, contents, anomalies } = copy ?? EMPTY_COPY;
  return [
    ...compareRevisions(name, stored.revisions, revisions),
    ...[...contents]
      .filter(([id, content]) => stored.contents.has(id) && stored.contents.get(id) !== content)
      .map(([id]) => `${name}: the content of ${id} differs`),
    ...anomalies.map((anomaly) => `${name}: ${anomaly}`),
  ];
}

const EMPTY_COPY: IndexedCopy = { revisions: new Map(), contents: new Map(), anomalies: [] };

const findNeo4jProblems = (stored: StoredState, copy: Neo4jCopy | undefined): string[] => [
  ...compareRevisions('Neo4j', stored.relationships, copy?.revisions ?? new Map()),
  ...[...(copy?.nodeIds ?? [])]
    .filter((id) => !stored.memories.has(id))
    .map((id) => `Neo4j: contains a node of the deleted memory ${id}`),
  ...[...(copy?.tombstoneIds ?? [])]
    .filter((id) => stored.memories.has(id))
    .map((id) => `Neo4j: contains a tombstone of the existing memory ${id}`),
  ...(copy?.anomalies ?? []).map((anomaly) => `Neo4j: ${anomaly}`),
];
