import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandBlocksOf } from '../../documentation/src/command-blocks.ts';
import { documentedCommand } from '../../documentation/src/documented-commands.ts';
import { listMarkdownFiles, readPage } from '../../documentation/src/markdown-files.ts';
import { environmentProblems } from './environment-problems.ts';
import { readModuleDefinitions } from './cluster/custom-resource-definitions.ts';
import { readStrimziDefinitions } from './cluster/strimzi-definitions.ts';
import { createCustomResourceCheck } from './helm/custom-resource-problems.ts';
import { stringify } from 'yaml';
import { chartObjects, kustomizeObjects } from './helm/comparable-objects.ts';
import type { ComparableObjects } from './helm/comparable-objects.ts';
import { copyWithDevSecrets } from './kubernetes/dev-secrets.ts';
import { parseResources } from './kubernetes/resource.ts';
import type { Resource } from './kubernetes/resource.ts';
import { resourceContainers } from './kubernetes/resource-containers.ts';
import { ROOT } from './root.ts';
import { installHelm, installTools } from './tools.ts';
import type { ChartValues, Helm, Tools } from './tools.ts';

const INSTALL_TIMEOUT_MS = 900_000;
const VALIDATION_TIMEOUT_MS = 180_000;
const RELEASE = 'compared';
const TEST = 'infra/checks/deployment/helm-chart.integration.test.ts';

let tools: Tools;
let helm: Helm;
let folder: string;
let customResourceProblems: ReturnType<typeof createCustomResourceCheck>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loci-chart-'));
  [tools, helm] = await Promise.all([installTools(), installHelm()]);
  customResourceProblems = createCustomResourceCheck([
    ...(await readModuleDefinitions()),
    ...(await readStrimziDefinitions()),
  ]);
}, INSTALL_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true }));

/** Validates the objects of Kubernetes, and the custom resources of the chart. */
async function expectValid(rendered: string): Promise<void> {
  const isCustom = ({ apiVersion }: Resource) =>
    /^(keda\.sh|gateway\.networking\.k8s\.io|monitoring\.coreos\.com)\//.test(apiVersion!);
  // Most objects of two renderings are equal.
  const objects = Map.groupBy(parseResources(rendered), (each) => JSON.stringify(each))
    .values()
    .map(([each]) => each!)
    .toArray();
  expect(objects.filter(isCustom).flatMap((each) => customResourceProblems(each))).toEqual([]);
  const native = objects.filter((each) => !isCustom(each)).map((each) => stringify(each));
  expect(await tools.checkResources(written('objects.yaml', native.join('---\n')))).toMatchObject({
    passes: true,
  });
}

const valuesFile = (name: string) => join(ROOT, 'infra', 'helm', 'loci', 'ci', `${name}-values.yaml`);

async function renderChart(values: ChartValues, release = RELEASE): Promise<string> {
  const { passes, output } = await helm.template(release, values);
  if (!passes) throw new Error(output);
  return output;
}

/** Values with all services and the backup. */
const WITH_BACKUP: ChartValues = {
  files: [valuesFile('production')],
  set: [
    'backup.enabled=true',
    'backup.config={"BACKUP_S3_BUCKET":"loci-backup.example.com","BACKUP_S3_REGION":"eu-central-1"}',
    'backup.existingSecret="backup"',
  ],
};

/** Returns the commands of all pages that need a cluster. */
const clusterCommands = (): string =>
  listMarkdownFiles()
    .flatMap((page) => commandBlocksOf(readPage(page)))
    .filter(({ mark }) => mark?.kind === 'needs' && mark.need === 'cluster')
    .map(({ code }) => code)
    .join('');

/** Adds the component for backups to an overlay as k8s/README.md describes. */
const BACKUP = (kustomization: string): string =>
  kustomization.replace('  # - { name: backup', '  - { name: backup') +
  'components: [../../components/backup]\n';

/** Adds the component for telemetry to an overlay as k8s/README.md describes. */
const TELEMETRY = (kustomization: string): string =>
  `${kustomization.replace('  # - { name: telemetry', '  - { name: telemetry')}
  - target: { kind: NetworkPolicy, name: '(document|webhook)-stores' }
    patch: |
      - { op: add, path: /spec/egress/-, value: ${JSON.stringify(COLLECTOR_EGRESS)} }
components: [../../components/telemetry]
`;

const COLLECTOR_EGRESS = {
  ports: [{ port: 4318 }],
  to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'observability' } } }],
};

async function renderOverlay(overlay: string, change?: (kustomization: string) => string): Promise<string> {
  const copy = copyWithDevSecrets();
  try {
    const file = join(copy.kubernetes, 'overlays', overlay, 'kustomization.yaml');
    if (change) writeFileSync(file, change(readFileSync(file, 'utf8')));
    return await tools.render(join(copy.kubernetes, 'overlays', overlay));
  } finally {
    copy.remove();
  }
}

describe('the chart', () => {
  test('renders the same objects as the overlay dev', async () => {
    const chart = chartObjects(await renderChart({ files: [valuesFile('dev')] }), RELEASE);
    const kustomize = kustomizeObjects(await renderOverlay('dev'));
    expect(Object.keys(chart).sort()).toEqual(Object.keys(kustomize).sort());
    expect(chart).toEqual(kustomize);
  });

  test('renders the same objects as the overlay production', async () => {
    const chart = chartObjects(await renderChart({ files: [valuesFile('production')] }), RELEASE);
    const kustomize = withOneEgressPolicyEach(kustomizeObjects(await renderOverlay('production')));
    expect(Object.keys(chart).sort()).toEqual(Object.keys(kustomize).sort());
    expect(withSortedEgress(chart)).toEqual(withSortedEgress(kustomize));
  });

  test('renders the same objects as the overlay production with the component backup', async () => {
    const chart = chartObjects(await renderChart(WITH_BACKUP), RELEASE);
    const kustomize = withOneEgressPolicyEach(kustomizeObjects(await renderOverlay('production', BACKUP)));
    expect(Object.keys(chart)).toContain('CronJob/backup');
    expect(Object.keys(chart).sort()).toEqual(Object.keys(kustomize).sort());
    expect(withSortedEgress(chart)).toEqual(withSortedEgress(kustomize));
  });

  test('renders the same objects as the overlay production with the component telemetry', async () => {
    const variables = readFileSync(join(ROOT, 'k8s/overlays/production/settings/telemetry.env'), 'utf8');
    const config = Object.fromEntries(
      variables
        .trim()
        .split('\n')
        .map((line) => line.split('=', 2) as [string, string]),
    );
    const telemetry = {
      ...{ enabled: true, config, existingSecret: 'telemetry' },
      egress: [COLLECTOR_EGRESS],
    };
    const values = { files: [valuesFile('production')], set: [`telemetry=${JSON.stringify(telemetry)}`] };
    const chart = chartObjects(await renderChart(values), RELEASE);
    const kustomize = withOneEgressPolicyEach(kustomizeObjects(await renderOverlay('production', TELEMETRY)));
    expect(Object.keys(chart)).toContain('ConfigMap/telemetry');
    expect(Object.keys(chart).sort()).toEqual(Object.keys(kustomize).sort());
    expect(withSortedEgress(chart)).toEqual(withSortedEgress(kustomize));
  });

  test('has the objects and labels that the commands for a cluster name', async () => {
    const objects = parseResources(await renderChart(WITH_BACKUP, 'loci'));
    const commands = clusterCommands();
    const named = [...commands.matchAll(/\b(deployment|cronjob)\/loci-[a-z-]+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(10);
    const names = objects.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);

    const labels = [...commands.matchAll(/(app\.kubernetes\.io\/[a-z-]+)=([a-z]+)/g)];
    const rendered = JSON.stringify(objects);
    const isMissing = ([, label, value]: string[]): boolean => !rendered.includes(`"${label}":"${value}"`);
    expect(labels.length).toBeGreaterThan(5);
    expect(labels.filter(isMissing)).toEqual([]);
  });

  test('has a difference to the overlay dev if a value differs', async () => {
    const values = { files: [valuesFile('dev')], set: ['logLevel="debug"'] };
    const chart = chartObjects(await renderChart(values), RELEASE);
    expect(chart).not.toEqual(kustomizeObjects(await renderOverlay('dev')));
  });

  test('renders with the values in docs/kubernetes.md', async () => {
    const page = readFileSync(join(ROOT, 'docs', 'kubernetes.md'), 'utf8');
    const [, indented] = /```yaml\n( {3}image:[^]*?) {3}```/.exec(page)!;
    const values = written('loci-values.yaml', indented!.replaceAll(/^ {3}/gm, ''));
    await expectValid(await renderChart({ files: [values] }));
  });

  test.each(['docs/kubernetes.md', 'docs/supply-chain.md'])(
    'can be packaged with the command of %s, without the values of the tests',
    async (page) => {
      const cwd = mkdtempSync(join(folder, 'package-'));
      symlinkSync(join(ROOT, 'infra'), join(cwd, 'infra'));
      const command = documentedCommand(page, TEST);
      await helm.runCommands(command, cwd);
      const archive = readdirSync(cwd).find((file) => file.endsWith('.tgz'))!;
      const files = execFileSync('tar', ['-tzf', archive], { cwd, encoding: 'utf8' });
      expect(files).toContain('loci/files/platform.yaml');
      expect(files).not.toContain('loci/ci/');
    },
  );
});

describe('the engines in k8s/engines', () => {
  test.each(['cloudnative-pg', 'eck', 'external-secrets', 'strimzi'])('%s are valid', async (engine) => {
    const objects = parseResources(await tools.render(join(ROOT, 'k8s', 'engines', engine)));
    expect(objects.length).toBeGreaterThan(0);
    const checked = objects.filter(({ apiVersion = 'v1' }) => apiVersion !== 'v1');
    expect(checked.flatMap((each) => customResourceProblems(each))).toEqual([]);
  });

  test.each([
    ['cloudnative-pg', 'a misspelled field', 'createrole', 'createRole', ': createRole'],
    ['cloudnative-pg', 'an unknown backup method', '"method":"plugin"', '"method":"dump"', 'equal to one of'],
    [
      'cloudnative-pg',
      'a misspelled field of a store',
      'destinationPath',
      'destinationFolder',
      ': destinationFolder',
    ],
    ['strimzi', 'a wrong type', '"partitions":12', '"partitions":"12"', 'must be integer'],
    ['strimzi', 'a misspelled field', '"storage"', '"storages"', ': storages'],
    ['eck', 'a wrong type', '"count":3', '"count":"3"', 'must be integer'],
    ['external-secrets', 'a misspelled field', 'extract', 'extracts', ': extracts'],
  ])('%s with %s are rejected', async (engine, _, from, to, problem) => {
    const objects = parseResources(await tools.render(join(ROOT, 'k8s', 'engines', engine)));
    const text = JSON.stringify(objects.filter(({ apiVersion }) => apiVersion !== 'v1'));
    expect(text).toContain(from);
    const broken = JSON.parse(text.replaceAll(from, to)) as Resource[];
    expect(broken.flatMap((each) => customResourceProblems(each))).toContainEqual(
      expect.stringContaining(problem),
    );
  });

  test('are the engines of valid values of the chart', async () => {
    const values = join(ROOT, 'infra', 'helm', 'examples', 'operators-values.yaml');
    const rendered = await renderChart({ files: [values] });
    await expectValid(rendered);
    const { containers, problems } = resourceContainers(
      'chart',
      withReferencedSecrets(parseResources(rendered)),
    );
    expect(problems).toEqual([]);
    expect(await environmentProblems(containers)).toEqual([]);
  });
});

/** Values of each optional part of the chart, in addition to the required values. */
const VARIANTS: Record<string, readonly string[]> = {
  'the required values': [],
  'a digest and a pull secret': [
    `image={"repository":"registry.example.com/loci","digest":"sha256:${'0'.repeat(64)}","pullPolicy":"Always"}`,
    'imagePullSecrets=[{"name":"registry"}]',
  ],
  'autoscaling of the APIs': ['autoscaling.enabled=true'],
  'an Ingress': [
    'ingress={"enabled":true,"className":"nginx","annotations":{"a/b":"c"},"tlsSecret":"loci-tls"}',
  ],
  'sources of the public servers': [
    'networkPolicy.publicFrom=[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"ingress"}}}]',
  ],
  'egress of untrusted pods only': ['networkPolicy.egress.scope="untrusted"'],
  'further egress of a service': [
    'services.search.extraEgress=[{"ports":[{"port":443}],"to":[{"ipBlock":{"cidr":"198.51.100.7/32"}}]}]',
    'services.search.env={"EMBEDDING_BASE_URL":"https://embedding.example.com/v1","EMBEDDING_MODEL":"m","EMBEDDING_DIMENSIONS":1536}',
    'services.search.secretKeys={"EMBEDDING_API_KEY":{"name":"embedding","key":"token"}}',
  ],
  'no NetworkPolicies': ['networkPolicy={"enabled":false}'],
  'no disruption budgets and no spread': ['podDisruptionBudgets.enabled=false', 'topologySpread=[]'],
  'ids of the cluster': ['runAs={"user":null,"group":null}'],
  'a certificate authority': ['caCertificates={"configMap":"loci-ca","key":"bundle.pem"}'],
  'Secrets of operators': [
    'kafka.config={"KAFKA_BROKERS":"kafka:9093","KAFKA_SSL":true,"KAFKA_USERNAME":"loci"}',
    'kafka.secretKeys={"KAFKA_PASSWORD":{"name":"loci-kafka-user","key":"password"}}',
    'database.secretKeys={"DATABASE_ADMIN_URL":{"name":"loci-app","key":"uri"}}',
    'elasticsearch.config={"ELASTICSEARCH_URL":"https://e:9200","ELASTICSEARCH_USERNAME":"elastic"}',
    'elasticsearch.secretKeys={"ELASTICSEARCH_PASSWORD":{"name":"loci-es-elastic-user","key":"elastic"}}',
  ],
  'settings of pods': [
    'nodeSelector={"kubernetes.io/arch":"amd64"}',
    'tolerations=[{"key":"loci","operator":"Exists"}]',
    'services.memory.affinity={"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"a","operator":"Exists"}]}]}}}',
    'priorityClassName="high"',
    'podAnnotations={"a":"b"}',
    'services.memory.podAnnotations={"a":"c"}',
    'serviceAccounts.annotations={"a":"b"}',
  ],
  'large numbers': [
    'services.memory.env={"MEMORY_QUOTA_BYTES":53687091200}',
    'runAs={"user":1000680000,"group":1000680000}',
    'publicUrls.TRUSTED_PROXIES=2',
  ],
  'routes of the Gateway API': [
    'httpRoute={"enabled":true,"annotations":{"a":"b"},"parentRefs":[{"name":"public","namespace":"gateways","sectionName":"https"}]}',
  ],
  'workers that scale on the lag in Kafka': [
    'workerScaling.enabled=true',
    'kafka.config={"KAFKA_BROKERS":"kafka:9093","KAFKA_SSL":true,"KAFKA_USERNAME":"loci","KAFKA_PARTITIONS":24}',
    'kafka.existingSecret="loci-kafka"',
    'caCertificates.configMap="loci-ca"',
    'services.search.workers.scaling={"maxReplicas":24,"lagThreshold":2000}',
  ],
  'workers that scale on the lag in Prometheus': [
    'workerScaling={"enabled":true,"source":"prometheus","prometheusUrl":"http://prometheus.monitoring:9090"}',
  ],
  'the operator view': ['operatorView.enabled=true'],
  backups: [
    'backup.enabled=true',
    'backup.config={"BACKUP_S3_BUCKET":"loci-backup.example.com","BACKUP_S3_FORCE_PATH_STYLE":true}',
    'backup.existingSecret="loci-backup"',
    'backup.egress=[{"ports":[{"port":443}],"to":[{"ipBlock":{"cidr":"198.51.100.7/32"}}]}]',
    'backup.volume={"ephemeral":{"volumeClaimTemplate":{"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"50Gi"}}}}}}',
    'caCertificates.configMap="loci-ca"',
    's3.existingSecret="loci-s3"',
    'migration.resetKafkaOffsets=true',
  ],
  'backups of the bucket only': [
    'backup={"enabled":true,"database":false,"config":{"BACKUP_S3_BUCKET":"loci-backup.example.com"},"serviceAccountAnnotations":{"a":"b"}}',
    'backup.egress=[{"ports":[{"port":443}],"to":[{"ipBlock":{"cidr":"198.51.100.7/32"}}]}]',
  ],
  telemetry: [
    'telemetry.enabled=true',
    'telemetry.config={"OTEL_EXPORTER_OTLP_ENDPOINT":"http://collector.observability:4318","OTEL_TRACES_SAMPLER":"parentbased_traceidratio","OTEL_TRACES_SAMPLER_ARG":0.05}',
    'telemetry.resourceAttributes={"deployment.environment.name":"production"}',
    'telemetry.secretKeys={"OTEL_EXPORTER_OTLP_HEADERS":{"name":"collector","key":"headers"}}',
    `telemetry.egress=${JSON.stringify([COLLECTOR_EGRESS])}`,
  ],
  'rules and dashboards': [
    'monitoring.podMonitor.enabled=true',
    'monitoring.prometheusRule.enabled=true',
    'monitoring.dashboards.enabled=true',
  ],
  'further objects': [
    'extraObjects=[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"{{ .Release.Name }}-extra"},"data":{"a":"b"}}]',
  ],
};

const variant = (name: string): ChartValues => ({ files: [valuesFile('default')], set: VARIANTS[name]! });

describe.each(Object.keys(VARIANTS))('the chart with %s', (name) => {
  test('passes helm lint', async () => {
    expect(await helm.lint(variant(name))).toMatchObject({ passes: true });
  });

  test('sets a valid environment for every program', async () => {
    const resources = withReferencedSecrets(parseResources(await renderChart(variant(name))));
    const { containers, problems } = resourceContainers('chart', resources);
    expect(containers).toHaveLength(18);
    expect(problems).toEqual([]);
    expect(await environmentProblems(containers)).toEqual([]);
  });
});

describe('the chart', () => {
  test(
    'is valid for all supported Kubernetes versions with each optional part',
    async () => {
      const rendered = await Promise.all(Object.keys(VARIANTS).map((name) => renderChart(variant(name))));
      await expectValid(rendered.join('---\n'));
    },
    VALIDATION_TIMEOUT_MS,
  );

  test.each([
    ['an unknown value', 'services.memory.replica=3', "additional properties 'replica' not allowed"],
    ['a wrong type', 'services.memory.replicas="many"', 'got string, want integer'],
    ['an unknown log level', 'logLevel="loud"', 'value must be one of'],
    ['a variable of another store', 'kafka.config={"NEO4J_URI":"bolt://neo4j"}', "'NEO4J_URI' not allowed"],
    ['a public URL with a path', 'publicUrls.AUTH_URL="https://example.com/auth"', '/publicUrls/AUTH_URL'],
    [
      'a registry with a slash at the end',
      'global.imageRegistry="registry.example.com/"',
      '/global/imageRegistry',
    ],
    ['a short digest', 'image.digest="sha256:1"', '/image/digest'],
    ['an egress rule without destinations', 'networkPolicy.egress.s3=[{"ports":[{"port":443}]}]', "'to'"],
    ['a secret key without a name', 'database.secretKeys={"DATABASE_ADMIN_URL":{"key":"a"}}', "'name'"],
    ['a removed part', 'kafka.config=null', "at '/kafka': missing property 'config'"],
    ['no image', 'image.repository=""', 'image.repository is required'],
    ['no public URL', 'publicUrls.PORTAL_URL=""', 'publicUrls.PORTAL_URL is required'],
    ['no Secret of the platform', 'platform.existingSecret=""', 'platform.existingSecret is required'],
    ['no brokers', 'kafka.config={"KAFKA_BROKERS":""}', 'kafka.config.KAFKA_BROKERS is required'],
    [
      'a Kafka user without a password',
      'kafka.config={"KAFKA_BROKERS":"k:9092","KAFKA_USERNAME":"loci"}',
      'set kafka.existingSecret or kafka.secretKeys.KAFKA_PASSWORD',
    ],
    ['no password of Neo4j', 'neo4j.existingSecret=""', 'neo4j.secretKeys.NEO4J_PASSWORD is required'],
    [
      'backups without a bucket',
      ['backup.enabled=true', 'backup.existingSecret="loci-backup"'],
      'backup.config.BACKUP_S3_BUCKET is required',
    ],
    ['backups without a Secret', 'backup.enabled=true', 'backup.existingSecret is required'],
    ['backups without a rule for their bucket', 'backup.enabled=true', 'backup.egress is required'],
    ['telemetry without a collector', 'telemetry.enabled=true', 'OTEL_EXPORTER_OTLP_ENDPOINT is required'],
    ['telemetry without a rule for its collector', 'telemetry.enabled=true', 'telemetry.egress is required'],
    ['a variable of another bucket', 'backup.config={"S3_BUCKET":"a"}', "'S3_BUCKET' not allowed"],
    ['no rule for a store', 'networkPolicy.egress.kafka=[]', 'networkPolicy.egress.kafka is required'],
    ['routes without a Gateway', 'httpRoute.enabled=true', 'httpRoute.parentRefs is required'],
    ['a long name', `fullnameOverride="${'a'.repeat(41)}"`, 'more than 40 characters'],
    [
      'more workers than partitions',
      ['workerScaling.enabled=true', 'services.search.workers.scaling={"maxReplicas":13}'],
      'services.search.workers.scaling.maxReplicas must be at most 12',
    ],
    [
      'no workers at all',
      'services.search.workers.scaling={"minReplicas":0}',
      "at '/services/search/workers/scaling/minReplicas': minimum: got 0, want 1",
    ],
    [
      'no address of Prometheus',
      'workerScaling={"enabled":true,"source":"prometheus"}',
      'workerScaling.prometheusUrl is required',
    ],
    [
      'a minimum above the maximum',
      'services.gateway.autoscaling={"minReplicas":13}',
      'services.gateway.autoscaling.minReplicas is greater than maxReplicas',
    ],
  ])('with %s is rejected with a message that names the value', async (_, assignments, message) => {
    const { passes, output } = await helm.template(RELEASE, {
      files: [valuesFile('default')],
      set: [assignments].flat(),
    });
    expect(passes).toBe(false);
    expect(output).toContain(message);
  });

  test('takes all images from the registry of global.imageRegistry', async () => {
    const set = [
      ...VARIANTS['backups']!,
      'global.imageRegistry="mirror.example.com/loci"',
      'image.repository="loci"',
    ];
    const rendered = await renderChart({ files: [valuesFile('default')], set });
    const images = new Set(
      [...rendered.matchAll(/^\s+(?:- )?image: "?([^"\s]+)"?$/gm)].map(([, image]) => image),
    );
    expect([...images].sort()).toEqual(
      ['loci:2.0.0', 'postgres:17-bookworm', 'rclone/rclone:1.76.0'].map(
        (image) => `mirror.example.com/loci/${image}`,
      ),
    );
  });

  test.each([
    ['an unknown variable', 'services.memory.env={"MEMORY_QUOTA":1}', 'MEMORY_QUOTA is not a variable'],
    ['an invalid value', 'neo4j.config={"NEO4J_URI":"http://neo4j:7474"}', 'NEO4J_URI: must be'],
  ])('with %s fails the environment check', async (_, assignment, problem) => {
    const rendered = await renderChart({ files: [valuesFile('default')], set: [assignment] });
    const { containers } = resourceContainers('chart', withReferencedSecrets(parseResources(rendered)));
    expect(await environmentProblems(containers)).toContainEqual(expect.stringContaining(problem));
  });

  test.each([
    ['a wrong type', 'revisionHistoryLimit: 3', 'revisionHistoryLimit: three', 'revisionHistoryLimit'],
    ['a misspelled key', 'readinessProbe:', 'readynessProbe:', 'readynessProbe'],
  ])('with %s in an object is rejected by kubernetes-validate', async (_, from, to, named) => {
    const rendered = await renderChart({ files: [valuesFile('default')] });
    expect(rendered).toContain(from);
    const verdict = await tools.checkResources(written('broken.yaml', rendered.replaceAll(from, to)));
    expect(verdict.passes).toBe(false);
    expect(verdict.output).toContain(named);
  });

  test.each([
    ['a misspelled field', 'ScaledObject', 'minReplicaCount', 'minReplicasCount', ': minReplicasCount'],
    ['a wrong type', 'ScaledObject', '"pollingInterval":30', '"pollingInterval":"30"', 'must be integer'],
    ['an unknown kind', 'ScaledObject', '"ScaledObject"', '"ScaleObject"', 'there is no definition'],
    ['an unknown match', 'HTTPRoute', '"PathPrefix"', '"Prefix"', 'must be equal to one of'],
  ])('with %s in a custom resource is rejected by the definitions', async (_, kind, from, to, problem) => {
    const set = [
      ...VARIANTS['routes of the Gateway API']!,
      ...VARIANTS['workers that scale on the lag in Kafka']!,
    ];
    const rendered = await renderChart({ files: [valuesFile('default')], set });
    const text = JSON.stringify(parseResources(rendered).find((each) => each.kind === kind));
    expect(text).toContain(from);
    expect(customResourceProblems(JSON.parse(text.replaceAll(from, to)) as Resource)).toContainEqual(
      expect.stringContaining(problem),
    );
  });

  test('scales the workers of each service on the lag of all its consumer groups', async () => {
    const values = variant('workers that scale on the lag in Kafka');
    const objects = chartObjects(await renderChart(values), RELEASE) as unknown as Record<
      string,
      { spec: { replicas?: number; maxReplicaCount: number; triggers: Trigger[] } }
    >;
    const workers = Object.keys(objects).filter((key) => /^Deployment\/.*-workers$/.test(key));
    expect(workers).toHaveLength(6);
    for (const key of workers) {
      expect(objects[key]!.spec).not.toHaveProperty('replicas');
      expect(objects[key.replace('Deployment', 'ScaledObject')]).toBeDefined();
    }
    const search = objects['ScaledObject/search-workers']!.spec;
    expect(search.maxReplicaCount).toBe(24);
    expect(search.triggers.map(({ metadata }) => [metadata.consumerGroup, metadata.lagThreshold])).toEqual([
      ['loci.search', '2000'],
      ['loci.search-documents', '2000'],
    ]);
  });

  test('selects only pods of its release, and adds the release to the labels of all pods', async () => {
    const rendered = await renderChart({ files: [valuesFile('default')] }, 'other');
    const selectors = [...JSON.stringify(parseResources(rendered)).matchAll(/"matchLabels":(\{[^}]*\})/g)]
      .map(([, json]) => JSON.parse(json!) as Record<string, string>)
      .filter((labels) => Object.keys(labels).some((label) => label.startsWith('app.kubernetes.io/')));
    expect(selectors.length).toBeGreaterThan(60);
    for (const labels of selectors) expect(labels['app.kubernetes.io/instance']).toBe('other');
    const pods = parseResources(rendered).flatMap(({ spec }) => spec?.template ?? []);
    expect(pods).toHaveLength(18);
    for (const pod of pods as { metadata?: { labels: Record<string, string> } }[]) {
      expect(pod.metadata?.labels['app.kubernetes.io/instance']).toBe('other');
    }
  });

  test('allows only the portal to connect to the admin ports with the operator view', async () => {
    const objects = chartObjects(await renderChart(variant('the operator view')), RELEASE);
    const portal = { 'app.kubernetes.io/part-of': 'loci', 'app.kubernetes.io/name': 'portal' };
    expect(objects['NetworkPolicy/operator-view']!['spec']).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'loci' } },
      policyTypes: ['Ingress'],
      ingress: [{ ports: [{ port: 'metrics' }], from: [{ podSelector: { matchLabels: portal } }] }],
    });
    expect(objects['NetworkPolicy/portal']!['spec']).toMatchObject({
      egress: expect.arrayContaining([expect.objectContaining({ ports: [{ port: 9090 }] })]),
    });
    const urls = (objects['ConfigMap/operator-view']!['data'] as { ADMIN_URLS: string }).ADMIN_URLS.split(
      ',',
    );
    const services = urls.map((url) => `Service/${new URL(url).hostname}`);
    expect(services).toHaveLength(17);
    for (const service of services) expect(objects).toHaveProperty([service]);
  });

  test('restricts the egress of every pod by default', async () => {
    const objects = chartObjects(await renderChart({ files: [valuesFile('default')] }), RELEASE);
    const policies = Object.values(objects).filter(({ kind }) => kind === 'NetworkPolicy') as unknown as {
      spec: { podSelector: { matchLabels: Record<string, string> }; policyTypes: string[] };
    }[];
    const restricted = policies
      .filter(({ spec }) => spec.policyTypes.includes('Egress'))
      .map(({ spec }) => spec.podSelector.matchLabels['app.kubernetes.io/name']);
    const pods = Object.values(objects)
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
      .map(({ metadata }) => (metadata as { name: string }).name.replace(/-workers$/, ''));
    expect(restricted.sort()).toEqual([...new Set(pods)].sort());
  });

  test('names the namespace, node and pod of each process in its telemetry', async () => {
    const objects = chartObjects(await renderChart(variant('telemetry')), RELEASE);
    const pods = Object.values(objects).filter(({ kind }) => kind === 'Deployment') as unknown as {
      spec: { template: { spec: { containers: [{ env: { name: string; value?: string }[] }] } } };
    }[];
    expect(pods).toHaveLength(17);
    for (const { spec } of pods) {
      const [{ env }] = spec.template.spec.containers;
      const names = env.map(({ name }) => name);
      expect(env.find(({ name }) => name === 'OTEL_RESOURCE_ATTRIBUTES')?.value).toBe(
        'k8s.namespace.name=$(K8S_NAMESPACE_NAME),k8s.node.name=$(K8S_NODE_NAME),k8s.pod.name=$(K8S_POD_NAME),' +
          'deployment.environment.name=production',
      );
      // Kubernetes replaces only references to earlier variables.
      for (const name of ['K8S_NAMESPACE_NAME', 'K8S_NODE_NAME', 'K8S_POD_NAME'])
        expect(names.slice(0, names.indexOf('OTEL_RESOURCE_ATTRIBUTES'))).toContain(name);
    }
  });

  test('backs up the database before the bucket, without privileges', async () => {
    const objects = chartObjects(await renderChart(variant('backups')), RELEASE);
    const { jobTemplate } = objects['CronJob/backup']!['spec'] as unknown as {
      jobTemplate: { spec: { template: { spec: BackupPod } } };
    };
    const { initContainers, containers, securityContext } = jobTemplate.spec.template.spec;
    expect([initContainers, containers].map(([{ command }]) => command)).toEqual([
      ['/scripts/back-up-database.sh'],
      ['/scripts/back-up-bucket.sh'],
    ]);
    expect(securityContext).toMatchObject({ runAsNonRoot: true });
    for (const container of [...initContainers, ...containers]) {
      expect(container).toMatchObject({
        securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        resources: { limits: { memory: expect.any(String) } },
      });
    }
    const scripts = objects['ConfigMap/backup-scripts']!['data'] as Record<string, string>;
    for (const [name, text] of Object.entries(scripts)) {
      expect(text).toBe(readFileSync(join(ROOT, 'k8s', 'components', 'backup', 'scripts', name), 'utf8'));
    }
    const migration = JSON.stringify(objects['Job/migrate-database']);
    expect(migration).toContain('{"name":"RESET_KAFKA_OFFSETS","value":"true"}');
  });

  test('renders the same rules and dashboards as the components of kustomize', async () => {
    const objects = chartObjects(await renderChart(variant('rules and dashboards')), RELEASE);
    const without = chartObjects(await renderChart({ files: [valuesFile('default')] }), RELEASE);
    const added = Object.entries(objects).filter(([key]) => !(key in without));
    const components = await Promise.all(
      ['prometheus', 'grafana-dashboards'].map((each) => tools.render(join(ROOT, 'k8s', 'components', each))),
    );
    const expected = kustomizeObjects(components.join('---\n'));
    expect(Object.keys(expected)).toHaveLength(9);
    expect(Object.fromEntries(added)).toEqual(expected);
  });

  test('adds the address of the repository to the runbooks of all alerts', async () => {
    const rendered = await renderChart({
      files: [valuesFile('default')],
      set: [
        'monitoring.prometheusRule={"enabled":true,"runbookBaseUrl":"https://git.example.com/loci/blob/main/"}',
      ],
    });
    const urls = [...rendered.matchAll(/runbook_url: (\S+)/g)].map(([, url]) => url!);
    expect(urls.length).toBeGreaterThan(20);
    for (const url of urls) {
      expect(url).toMatch(/^https:\/\/git\.example\.com\/loci\/blob\/main\/docs\/runbooks\/Loci\w+\.md$/);
    }
  });

  test('runs the migration before all other objects', async () => {
    const rendered = await renderChart({ files: [valuesFile('default')] });
    const job = parseResources(rendered).find(({ kind }) => kind === 'Job') as unknown as {
      metadata: { annotations: Record<string, string> };
    };
    expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  test('runs the checks of helm test in the namespace of the release without privileges', async () => {
    const rendered = await renderChart({ files: [valuesFile('default')] });
    const pod = parseResources(rendered).find(({ kind }) => kind === 'Pod') as unknown as {
      metadata: { annotations: Record<string, string>; labels: Record<string, string> };
      spec: { containers: { command: string[] }[]; securityContext: unknown };
    };
    expect(pod.metadata.annotations['helm.sh/hook']).toBe('test');
    expect(pod.metadata.labels).not.toHaveProperty(['app.kubernetes.io/part-of']);
    expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(pod.spec.containers[0]!.command.at(-1)).toBe(
      readFileSync(join(ROOT, 'infra', 'helm', 'loci', 'files', 'check-platform.mjs'), 'utf8'),
    );
  });
});

const STORE_SECRETS: Record<string, readonly string[]> = {
  'loci-kafka': ['KAFKA_PASSWORD'],
  'loci-neo4j': ['NEO4J_PASSWORD'],
  'loci-qdrant': ['QDRANT_API_KEY'],
  'loci-s3': ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
};

/** Adds a Secret for each reference, with all keys that containers read from it or that a store needs. */
function withReferencedSecrets(resources: Resource[]): Resource[] {
  const keys = new Map<string, Set<string>>();
  const add = (name: string, names: readonly string[]) => {
    keys.set(name, new Set([...(keys.get(name) ?? []), ...names]));
  };
  const services = ['AUTH', 'MEMORY', 'GRAPH', 'SEARCH', 'DOCUMENT', 'ARTIFACT', 'ANALYSIS', 'WEBHOOK'];
  for (const { spec } of resources) {
    for (const { env = [], envFrom = [] } of spec?.template?.spec?.containers ?? []) {
      for (const { secretRef } of envFrom) {
        if (secretRef?.name.includes('database')) {
          add(secretRef.name, ['DATABASE_ADMIN_URL', 'PORTAL_DATABASE_URL', 'GATEWAY_DATABASE_URL']);
          add(
            secretRef.name,
            services.map((name) => `${name}_DATABASE_URL`),
          );
        } else if (secretRef) add(secretRef.name, STORE_SECRETS[secretRef.name]!);
      }
      for (const { valueFrom } of env) {
        const reference = valueFrom?.secretKeyRef;
        if (reference) add(reference.name, [reference.key]);
      }
    }
  }
  const secrets = [...keys].map(([name, names]) => ({
    kind: 'Secret',
    metadata: { name },
    stringData: Object.fromEntries([...names].map((key) => [key, ''])),
  }));
  return [...resources, ...secrets];
}

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

interface BackupPod {
  initContainers: [{ command: string[] }];
  containers: [{ command: string[] }];
  securityContext: unknown;
}

interface Trigger {
  metadata: { consumerGroup: string; lagThreshold: string };
}

interface EgressPolicy {
  spec: { egress?: { to?: { podSelector?: unknown }[] }[] };
}

/**
 * The overlay production adds a policy for the addresses of external stores to the policy for stores in the cluster. The chart
 * has one policy with the rules of the values.
 */
function withOneEgressPolicyEach(objects: ComparableObjects): ComparableObjects {
  const merged = structuredClone(objects);
  for (const service of ['document', 'webhook']) {
    const policy = merged[`NetworkPolicy/${service}`] as unknown as EgressPolicy;
    const stores = merged[`NetworkPolicy/${service}-stores`] as unknown as EgressPolicy;
    const kept = policy.spec.egress!.filter(({ to = [] }) => to.every(({ podSelector }) => !podSelector));
    policy.spec.egress = [...kept, ...stores.spec.egress!];
    delete merged[`NetworkPolicy/${service}-stores`];
  }
  return merged;
}

/** The rules of a NetworkPolicy have no order. */
function withSortedEgress(objects: ComparableObjects): ComparableObjects {
  const sorted = structuredClone(objects);
  for (const object of Object.values(sorted) as unknown as EgressPolicy[]) {
    object.spec?.egress?.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return sorted;
}
