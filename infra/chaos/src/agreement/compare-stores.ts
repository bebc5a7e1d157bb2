import type { ChaosPlatform } from '../platform/open-chaos-platform.ts';
import { differences } from './differences.ts';
import { readElasticsearch, tenantsInElasticsearch } from './elasticsearch.ts';
import type { IndexedCopy } from './indexed-copy.ts';
import { readNeo4j } from './neo4j.ts';
import type { Neo4jCopy } from './neo4j.ts';
import { readQdrant } from './qdrant.ts';
import { disagreements, readTruth } from './truth.ts';
import type { Truth } from './truth.ts';

/**
 * Where services, Elasticsearch, Qdrant and Neo4j differ from the owners' tables in PostgreSQL; empty when all agree.
 *
 * @param tenantIds whose items are compared
 * @param known every tenant that there is: nothing may be of another
 */
export async function compareStores(
  { truth: database, variables, names }: ChaosPlatform,
  tenantIds: Iterable<string>,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const elasticsearch = { url: variables['ELASTICSEARCH_URL']!, prefix: names.elasticsearchPrefix };
  const qdrant = {
    ...{ url: variables['QDRANT_URL']!, apiKey: variables['QDRANT_API_KEY']! },
    prefix: names.qdrantPrefix,
  };
  const [points, graph] = await Promise.all([readQdrant(qdrant), readNeo4j(variables)]);
  const problems: string[] = [];
  for (const tenantId of tenantIds) {
    const truth = await readTruth(database, tenantId);
    const found = [
      ...(await disagreements(database, tenantId)),
      ...inElasticsearch(truth, await readElasticsearch(elasticsearch, tenantId)),
      ...inQdrant(truth, points.get(tenantId)),
      ...inNeo4j(truth, graph.get(tenantId)),
    ];
    problems.push(...found.map((problem) => `tenant ${tenantId}: ${problem}`));
  }
  const held = [...(await tenantsInElasticsearch(elasticsearch)), ...points.keys(), ...graph.keys()];
  const foreign = held.filter((id) => !known.has(id));
  return [...problems, ...foreign.map((id) => `something is of ${id}, who was never here`)];
}

const inElasticsearch = (truth: Truth, { revisions, contents, oddities }: IndexedCopy): string[] => [
  ...differences('Elasticsearch', truth.searchable, revisions),
  ...[...contents]
    .filter(([id, content]) => truth.contents.has(id) && truth.contents.get(id) !== content)
    .map(([id]) => `Elasticsearch: ${id} has another content`),
  ...oddities.map((oddity) => `Elasticsearch: ${oddity}`),
];

const inQdrant = (truth: Truth, copy: IndexedCopy | undefined): string[] => [
  ...differences('Qdrant', truth.searchable, copy?.revisions ?? new Map()),
  ...(copy?.oddities ?? []).map((oddity) => `Qdrant: ${oddity}`),
];

const inNeo4j = (truth: Truth, copy: Neo4jCopy | undefined): string[] => [
  ...differences('Neo4j', truth.relationships, copy?.revisions ?? new Map()),
  ...[...(copy?.nodeIds ?? [])]
    .filter((id) => !truth.memories.has(id))
    .map((id) => `Neo4j: there is a node of ${id}, which is gone`),
  ...[...(copy?.goneIds ?? [])]
    .filter((id) => truth.memories.has(id))
    .map((id) => `Neo4j: ${id} is marked as gone and is there`),
  ...(copy?.oddities ?? []).map((oddity) => `Neo4j: ${oddity}`),
];
