import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { parseResources } from '../kubernetes/resource.ts';
import type { ContainerSpec, EnvironmentEntry } from '../kubernetes/resource.ts';
import { ROOT } from '../root.ts';

type Fields = Record<string, unknown>;

interface PodSpec extends Fields {
  containers: [ContainerSpec & Fields];
  volumes?: Fields[];
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: Fields & { template: { spec: PodSpec }; ports?: Fields[] };
}

interface Rule {
  ports: { port: number | string; protocol?: string }[];
  to?: { ipBlock?: { cidr: string } }[];
}

interface Policy {
  metadata: { name: string };
  spec: { ingress?: Rule[]; egress?: Rule[] };
}

const HEADER = [
  '# Generated from k8s/base, k8s/components/backup and the consumers of the services with `npm run generate`. Do not edit.',
  '# The templates of the chart create all objects from this file and the values.',
  '',
].join('\n');
const DNS_PORT = 53;
const ALL_ADDRESSES = '0.0.0.0/0';

/**
 * Returns the file `infra/helm/loci/files/platform.yaml`: everything that the services and the backup of the chart have in common
 * with `k8s`, so that the chart and the manifests of kustomize cannot differ.
 */
export function chartPlatformFile(): string {
  const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
  const names = resources.filter((name) => !name.endsWith('.yaml') && name !== 'migrate-database');
  const [every] = readAll<Manifest>('every-service.yaml');
  const {
    containers: [container],
    volumes,
    ...pod
  } = every!.spec.template.spec;
  const [job] = readAll<Manifest>('migrate-database/job.yaml');
  const webhook = readPolicy('webhook').spec.egress!;
  const platform = {
    revisionHistoryLimit: every!.spec['revisionHistoryLimit'],
    pod,
    container: without(container, ['name', 'image', 'env']),
    volumes,
    migration: job!.spec,
    dnsEgress: webhook.find(({ ports }) => ports.some(({ port }) => port === DNS_PORT)),
    publicEgress: webhook.find(({ to = [] }) => to.some(({ ipBlock }) => ipBlock?.cidr === ALL_ADDRESSES)),
    policies: readAll<Policy>('network-policies.yaml').map(({ metadata, spec }) => ({
      name: metadata.name,
      spec,
    })),
    services: names.map(serviceOf),
    backup: backupOf(),
  };
  return HEADER + stringify(platform, { lineWidth: 0, aliasDuplicateObjects: false });
}

function serviceOf(name: string) {
  const [api] = readAll<Manifest>(`${name}/deployment.yaml`);
  const files = globSync('workers.yaml', { cwd: join(ROOT, 'k8s', 'base', name) });
  const [workers] = files.flatMap((file) => readAll<Manifest>(`${name}/${file}`));
  const [service] = readAll<Manifest>(`${name}/service.yaml`);
  const { containers, volumes } = api!.spec.template.spec;
  const policy = readPolicy(name);
  const { command, envFrom = [], env = [], volumeMounts } = containers[0];
  const configMaps = envFrom.flatMap(({ configMapRef }) => (configMapRef ? [configMapRef.name] : []));
  return {
    name,
    command,
    // The stores whose ConfigMap and Secret the containers read.
    stores: configMaps.filter((each) => each !== 'public-urls'),
    readsPublicUrls: configMaps.includes('public-urls'),
    env: env.filter((entry) => entry.name !== 'ROLES'),
    ...(workers && { roles: { api: rolesOf(api!), workers: rolesOf(workers) } }),
    ...(workers && { consumerGroups: consumerGroupsOf(name) }),
    ...(volumes && { volumes, volumeMounts }),
    ports: service!.spec.ports,
    ingress: policy.spec.ingress,
    calls: callsOf(name, env),
    // Whether k8s/base restricts the egress of the pods.
    restrictsEgress: policy.spec.egress !== undefined,
    // Services that send requests to addresses outside the cluster.
    hasPublicEgress: PUBLIC_EGRESS.includes(name),
  };
}

/**
 * Services that send requests to public addresses. The webhook service delivers messages, and the authorization server reads
 * the metadata documents of OAuth clients.
 */
const PUBLIC_EGRESS = ['webhook', 'auth-server'];

const rolesOf = ({ spec }: Manifest) =>
  spec.template.spec.containers[0].env!.find(({ name }) => name === 'ROLES')!.value!;

/** Returns the CronJob of the backup, and its scripts by name. */
function backupOf() {
  const folder = join('..', 'components', 'backup');
  const [cronJob] = readAll<Manifest>(join(folder, 'cron-job.yaml'));
  const { configMapGenerator } = parse(read(join(folder, 'kustomization.yaml'))) as {
    configMapGenerator: [{ files: string[] }];
  };
  const scripts = configMapGenerator[0].files.map((file) => [basename(file), read(join(folder, file))]);
  return { spec: cronJob!.spec, scripts: Object.fromEntries(scripts) as Record<string, string> };
}

/** Reads the other services that a service calls, and their ports, from the URLs in its environment. */
function callsOf(name: string, env: readonly EnvironmentEntry[]) {
  const ports = new Map<string, Set<number>>();
  for (const { value = '' } of env) {
    for (const [, service, port] of value.matchAll(/http:\/\/([a-z-]+):(\d+)/g)) {
      if (service !== name) ports.set(service!, (ports.get(service!) ?? new Set()).add(Number(port)));
    }
  }
  return [...ports].map(([service, numbers]) => ({ service, ports: [...numbers].map((port) => ({ port })) }));
}

/** Reads the names of the consumer groups from the consumers of a service. */
function consumerGroupsOf(service: string): string[] {
  const folder = join(ROOT, 'services', service, 'src', 'consumers');
  return globSync('*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}group: '([a-z-]+)',$/gm)])
    .map(([, group]) => group!)
    .sort();
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

const readPolicy = (service: string) => readAll<Policy>(`${service}/network-policy.yaml`)[0]!;

const readAll = <T>(path: string): T[] => parseResources(read(path)) as unknown as T[];

function read(path: string): string {
  return readFileSync(join(ROOT, 'k8s', 'base', path), 'utf8');
}
