import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { eventTopic } from '@loci/messaging/kafka';
import { ROOT } from './root.ts';

interface Engine {
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: Record<string, unknown>;
}

interface Reference {
  name: string;
  key: string;
}

interface Store {
  config: Record<string, string | number | boolean>;
  existingSecret?: string;
  secretKeys?: Record<string, Reference>;
}

interface Values {
  platform: { existingSecret: string };
  database: { existingSecret: string; secretKeys: Record<string, Reference> };
  kafka: Store;
  elasticsearch: Store;
  qdrant: Store;
  neo4j: Store;
  s3: Store;
  networkPolicy: {
    egress: Record<
      string,
      { ports: { port: number }[]; to: { podSelector?: { matchLabels: Record<string, string> } }[] }[]
    >;
  };
}

const readValues = <T>(name: string) =>
  parse(readFileSync(join(ROOT, 'infra', 'helm', 'examples', `${name}-values.yaml`), 'utf8')) as T;
const readEngine = (path: string) =>
  parseAllDocuments(readFileSync(join(ROOT, 'k8s', 'engines', path), 'utf8')).map(
    (document) => document.toJS() as Engine,
  );

const values = readValues<Values>('operators');
const find = (path: string, kind: string) => readEngine(path).filter((each) => each.kind === kind);
const [postgres] = find('cloudnative-pg/cluster.yaml', 'Cluster');
const [kafka] = find('strimzi/cluster.yaml', 'Kafka');
const [user] = find('strimzi/user.yaml', 'KafkaUser');
const [elasticsearch] = find('eck/elasticsearch.yaml', 'Elasticsearch');
const topics = find('strimzi/topics.yaml', 'KafkaTopic');

/** Returns the only label and the only port of the rule for a store. */
function ruleFor(store: string) {
  const [rule] = values.networkPolicy.egress[store]!;
  return { labels: rule!.to[0]!.podSelector!.matchLabels, port: rule!.ports[0]!.port };
}

describe('the engines of operators', () => {
  test('include the event topics with the settings of new topics of the services', () => {
    const documented = readFileSync(join(ROOT, 'docs', 'distributed.md'), 'utf8');
    const [table] = /\| Topic, after the prefix[^]*?\n\n/.exec(documented)!;
    const names = table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => /`([a-z]+)`/.exec(row)![1]!);
    expect(topics.map(({ metadata }) => metadata.name)).toEqual(names.map((name) => `loci.${name}`));
    const { KAFKA_PARTITIONS: partitions, KAFKA_REPLICATION_FACTOR: replicationFactor } = values.kafka
      .config as Record<string, number>;
    for (const { metadata, spec } of topics) {
      const layout = { partitions: partitions!, replicationFactor: replicationFactor! };
      const { configEntries } = eventTopic(metadata.name, layout);
      expect(spec).toEqual({ partitions, replicas: replicationFactor, config: expect.anything() });
      const config = Object.entries(spec['config'] as Record<string, unknown>);
      expect(config.map(([name, value]) => ({ name, value: String(value) }))).toEqual(configEntries);
    }
  });

  test('include a Kafka user with rights only to names with the prefix of the platform', () => {
    const { acls } = user!.spec['authorization'] as {
      acls: { resource: { type: string; name: string; patternType: string } }[];
    };
    expect(acls.map(({ resource }) => resource)).toEqual([
      { type: 'topic', name: 'loci.', patternType: 'prefix' },
      { type: 'group', name: 'loci.', patternType: 'prefix' },
    ]);
  });

  test('have backups of PostgreSQL each night in the store of the write-ahead log', () => {
    const [backup] = find('cloudnative-pg/cluster.yaml', 'ScheduledBackup');
    const [store] = find('cloudnative-pg/backup-store.yaml', 'ObjectStore');
    expect(backup!.spec).toMatchObject({
      schedule: '0 0 2 * * *',
      cluster: { name: postgres!.metadata.name },
    });
    const [plugin] = postgres!.spec['plugins'] as {
      name: string;
      parameters: { barmanObjectName: string };
    }[];
    expect(backup!.spec['pluginConfiguration']).toEqual({ name: plugin!.name });
    expect(plugin!.parameters.barmanObjectName).toBe(store!.metadata.name);
  });
});

// Operators derive the names of Services, Secrets and labels from the names of the engines.
describe('infra/helm/examples/operators-values.yaml', () => {
  test('connects to PostgreSQL with the Secret and the labels of the cluster', () => {
    const name = postgres!.metadata.name;
    expect(values.database.secretKeys).toEqual({ DATABASE_ADMIN_URL: { name: `${name}-app`, key: 'uri' } });
    expect(ruleFor('postgres')).toEqual({ labels: { 'cnpg.io/cluster': name }, port: 5432 });
    expect(postgres!.spec).toMatchObject({
      bootstrap: { initdb: { owner: 'loci' } },
      managed: { roles: [{ name: 'loci', createrole: true }] },
    });
  });

  test('connects to Kafka with the listener, the user and the labels of the cluster', () => {
    const name = kafka!.metadata.name;
    const { listeners } = kafka!.spec['kafka'] as { listeners: { port: number; tls: boolean }[] };
    expect(listeners).toHaveLength(1);
    const [{ port, tls }] = listeners as [{ port: number; tls: boolean }];
    expect(values.kafka.config).toMatchObject({
      KAFKA_BROKERS: `${name}-kafka-bootstrap:${port}`,
      KAFKA_SSL: tls,
      KAFKA_USERNAME: user!.metadata.name,
    });
    expect(values.kafka.secretKeys).toEqual({
      KAFKA_PASSWORD: { name: user!.metadata.name, key: 'password' },
    });
    expect(ruleFor('kafka')).toEqual({ labels: { 'strimzi.io/cluster': name }, port });
    for (const { metadata } of [user!, ...topics, ...find('strimzi/cluster.yaml', 'KafkaNodePool')]) {
      expect(metadata.labels).toEqual({ 'strimzi.io/cluster': name });
    }
  });

  test('connects to Elasticsearch with the Service, the Secret and the labels of the cluster', () => {
    const name = elasticsearch!.metadata.name;
    expect(values.elasticsearch.config['ELASTICSEARCH_URL']).toBe(`https://${name}-es-http:9200`);
    expect(values.elasticsearch.secretKeys).toEqual({
      ELASTICSEARCH_PASSWORD: { name: `${name}-es-elastic-user`, key: 'elastic' },
    });
    const labels = { 'elasticsearch.k8s.elastic.co/cluster-name': name };
    expect(ruleFor('elasticsearch')).toEqual({ labels, port: 9200 });
  });

  test('connects to Qdrant and Neo4j with the names in the values of their charts', () => {
    const qdrant = readValues<{ apiKey: { valueFrom: { secretKeyRef: Reference } } }>('qdrant');
    const neo4j = readValues<{ neo4j: { name: string; passwordFromSecret: string } }>('neo4j');
    expect(values.qdrant.config['QDRANT_URL']).toBe('http://loci-qdrant:6333');
    expect(qdrant.apiKey.valueFrom.secretKeyRef).toEqual({
      name: values.qdrant.existingSecret,
      key: 'QDRANT_API_KEY',
    });
    expect(values.neo4j.config['NEO4J_URI']).toBe('bolt://loci-neo4j:7687');
    expect(ruleFor('neo4j').labels).toEqual({ app: neo4j.neo4j.name });
    expect(values.neo4j.secretKeys!['NEO4J_PASSWORD']!.name).toBe(neo4j.neo4j.passwordFromSecret);
  });

  test('names only Secrets that operators or the ExternalSecrets create', () => {
    const external = find('external-secrets/secrets.yaml', 'ExternalSecret').map(
      ({ metadata }) => metadata.name,
    );
    const named = [...JSON.stringify(values).matchAll(/"existingSecret":"([^"]*)"/g)].map(
      ([, name]) => name!,
    );
    expect(external.sort()).toEqual([...named, 'loci-neo4j'].sort());
  });
});
