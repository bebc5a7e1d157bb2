import assert from 'node:assert/strict';
import { join } from 'node:path';
import { installControlPlane } from './cluster/control-plane-programs.ts';
import { readModuleDefinitions } from './cluster/custom-resource-definitions.ts';
import { installCustomResources } from './cluster/install-custom-resources.ts';
import type { KubernetesClient, KubernetesObject } from './cluster/kubernetes-client.ts';
import { startControlPlane } from './cluster/start-control-plane.ts';
import { readStrimziDefinitions } from './cluster/strimzi-definitions.ts';
import { copyWithDevSecrets } from './kubernetes/dev-secrets.ts';
import { parseResources } from './kubernetes/resource.ts';
import { ROOT } from './root.ts';
import type { Verdict } from './run-checker.ts';
import { installHelm, installTools } from './tools.ts';
import type { ChartValues } from './tools.ts';

/*
 * Installs the chart and both overlays on the control plane of Kubernetes, with server-side validation and admission. Containers
 * do not run: kwok reports their pods as ready. Run it manually. It needs Go, Java and Maven, and exits with an error at the first
 * failed check.
 */
const NAMESPACE = 'loci';
const CHART_VALUES = (name: string) => join(ROOT, 'infra', 'helm', 'loci', 'ci', `${name}-values.yaml`);
const ALL_PARTS: ChartValues = {
  files: [CHART_VALUES('default')],
  set: [
    'autoscaling.enabled=true',
    'workerScaling.enabled=true',
    'ingress={"enabled":true,"tlsSecret":"loci-tls"}',
    'httpRoute={"enabled":true,"parentRefs":[{"name":"public","namespace":"gateways"}]}',
    'kafka.config={"KAFKA_BROKERS":"kafka.example.com:9093","KAFKA_SSL":true,"KAFKA_USERNAME":"loci"}',
    'kafka.existingSecret="loci-kafka"',
    'caCertificates.configMap="loci-ca"',
    'operatorView.enabled=true',
    'monitoring={"podMonitor":{"enabled":true},"prometheusRule":{"enabled":true},"dashboards":{"enabled":true}}',
    'backup={"enabled":true,"config":{"BACKUP_S3_BUCKET":"loci-backup.example.com"},"existingSecret":"loci-backup"}',
    'backup.egress=[{"ports":[{"port":443}],"to":[{"ipBlock":{"cidr":"198.51.100.7/32"}}]}]',
    'telemetry={"enabled":true,"config":{"OTEL_EXPORTER_OTLP_ENDPOINT":"http://collector.observability:4318"}}',
    'telemetry.egress=[{"ports":[{"port":4318}],"to":[{"ipBlock":{"cidr":"198.51.100.8/32"}}]}]',
  ],
};

const print = (line: string) => console.log(line);

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  const result = await work();
  print(`${what}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

const objectsOf = (text: string) => parseResources(text) as unknown as KubernetesObject[];

/** Applies objects with strict validation. Namespaces are created first. @returns number of objects */
async function applyAll(client: KubernetesClient, objects: KubernetesObject[]): Promise<number> {
  const namespacesFirst = objects.toSorted(
    (a, b) => Number(b.kind === 'Namespace') - Number(a.kind === 'Namespace'),
  );
  for (const object of namespacesFirst) {
    await client.apply(object, NAMESPACE).catch((error: Error) => {
      throw new Error(`${object.kind} ${object.metadata.name}: ${error.message}`);
    });
  }
  return objects.length;
}

function expectSuccess({ passes, output }: Verdict): void {
  assert.ok(passes, output);
}

async function expectRejection(work: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(work, message);
  print(`  rejected: ${message.source}`);
}

const programs = await step('installation of the control plane', installControlPlane);
const [helm, tools] = await step('installation of helm and kustomize', () =>
  Promise.all([installHelm(), installTools()]),
);
const { client, kubeconfig, stop } = await step('start of the control plane', () =>
  startControlPlane(programs),
);
const onCluster = (command: string[], values: ChartValues, ...options: string[]) =>
  helm.onCluster(kubeconfig, command, values, ['--namespace', NAMESPACE, ...options]);
try {
  const { gitVersion } = await client.get<{ gitVersion: string }>('/version');
  print(`  Kubernetes ${gitVersion}`);

  const definitions = [...(await readModuleDefinitions()), ...(await readStrimziDefinitions())];
  await step(`installation of ${definitions.length} custom resources`, () =>
    installCustomResources(client, definitions),
  );

  await client.apply({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: NAMESPACE, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
  });
  await step('installation of the chart with all parts', async () =>
    expectSuccess(await onCluster(['install', 'loci'], ALL_PARTS, '--wait', '--timeout', '5m')),
  );
  await expectAvailable(client, NAMESPACE, 17);
  await expectMigration(client);

  await step('upgrade of the chart', async () => {
    const changed = { ...ALL_PARTS, set: [...ALL_PARTS.set!, 'logLevel="debug"', 'image.tag="2.0.1"'] };
    expectSuccess(await onCluster(['upgrade', 'loci'], changed, '--wait', '--timeout', '5m'));
  });
  await expectAvailable(client, NAMESPACE, 17);

  const rendered = await helm.template('strict', ALL_PARTS);
  expectSuccess(rendered);
  const chart = objectsOf(rendered.output);
  const applied = await step('strict server-side validation of the chart', () => applyAll(client, chart));
  print(`  ${applied} objects`);

  for (const overlay of ['dev', 'production']) {
    const copy = copyWithDevSecrets();
    const text = await tools.render(join(copy.kubernetes, 'overlays', overlay));
    copy.remove();
    const count = await step(`strict server-side validation of the overlay ${overlay}`, () => {
      // Both the chart and the overlay have the namespace loci.
      const moved = text.replaceAll(/^( *)namespace: loci$/gm, '$1namespace: loci-kustomize');
      return applyAll(client, objectsOf(moved.replaceAll(/^( *)name: loci$/gm, '$1name: loci-kustomize')));
    });
    print(`  ${count} objects`);
  }

  for (const engine of ['cloudnative-pg', 'eck', 'external-secrets', 'strimzi']) {
    const objects = objectsOf(await tools.render(join(ROOT, 'k8s', 'engines', engine)));
    const count = await step(`strict server-side validation of the engine ${engine}`, () =>
      applyAll(client, objects),
    );
    print(`  ${count} objects`);
  }

  await step('installation of the chart with the engines of operators', async () => {
    const values = { files: [join(ROOT, 'infra', 'helm', 'examples', 'operators-values.yaml')] };
    expectSuccess(await onCluster(['install', 'operators'], values, '--wait', '--timeout', '5m'));
  });

  await step('rejection of seeded mistakes', () => expectRejections(client, chart));

  await step('uninstallation', async () => {
    const { passes, output } = await helm.uninstall(kubeconfig, 'loci', NAMESPACE);
    assert.ok(passes, output);
    const { items } = await client.get<{ items: unknown[] }>(
      `/apis/apps/v1/namespaces/${NAMESPACE}/deployments?labelSelector=app.kubernetes.io/instance%3Dloci`,
    );
    assert.deepEqual(items, []);
  });
} finally {
  await stop();
}

interface Deployment {
  metadata: { name: string };
  spec: { replicas: number };
  status: { availableReplicas?: number; updatedReplicas?: number };
}

/** Expects that the admission accepted all pods of the release, and that the scheduler found a node for them. */
async function expectAvailable(client: KubernetesClient, namespace: string, count: number): Promise<void> {
  const { items } = await client.get<{ items: Deployment[] }>(
    `/apis/apps/v1/namespaces/${namespace}/deployments`,
  );
  assert.equal(items.length, count);
  for (const { metadata, spec, status } of items) {
    assert.equal(status.updatedReplicas, spec.replicas, `${metadata.name} is not updated.`);
    // During a rollout, old pods are available until they end.
    assert.ok(status.availableReplicas! >= spec.replicas, `${metadata.name} is not available.`);
  }
  const pods = items.reduce((sum, { spec }) => sum + spec.replicas, 0);
  print(`  ${count} Deployments with ${pods} pods are available`);
}

/** Expects that the migration Job succeeded before the first Deployment was created, and that Helm deleted the Job. */
async function expectMigration(client: KubernetesClient): Promise<void> {
  const { items } = await client.get<{
    items: { reason: string; involvedObject: { kind: string; name: string } }[];
  }>(`/api/v1/namespaces/${NAMESPACE}/events`);
  const completed = items.filter(
    ({ reason, involvedObject }) => reason === 'Completed' && involvedObject.name === 'loci-migrate-database',
  );
  assert.equal(completed.length, 1);
  const jobs = await client.get<{ items: unknown[] }>(`/apis/batch/v1/namespaces/${NAMESPACE}/jobs`);
  assert.deepEqual(jobs.items, []);
}

async function expectRejections(client: KubernetesClient, chart: readonly KubernetesObject[]): Promise<void> {
  // The objects have a new name, because the API server refuses most changes of an existing Pod.
  const changed = (kind: string, from: string, to: string) => {
    const texts = chart
      .filter((each) => each.kind === kind)
      .map((each) => JSON.stringify({ ...each, metadata: { ...each.metadata, name: 'mistake' } }));
    const text = texts.find((each) => each.includes(from));
    assert.ok(text !== undefined, `No ${kind} contains ${from}.`);
    return client.apply(JSON.parse(text.replaceAll(from, to)) as KubernetesObject, NAMESPACE);
  };
  await expectRejection(changed('Deployment', 'readinessProbe', 'readynessProbe'), /readynessProbe/);
  await expectRejection(changed('Deployment', '"mistake"', '"Mistake_"'), /RFC 1123/);
  await expectRejection(changed('NetworkPolicy', '"Ingress"', '"Inbound"'), /policyTypes/);
  await expectRejection(changed('HorizontalPodAutoscaler', '"minReplicas":', '"minReplica":'), /minReplica/);
  await expectRejection(
    changed('ScaledObject', '"minReplicaCount":', '"minReplicasCount":'),
    /minReplicasCount/,
  );
  await expectRejection(changed('Deployment', '"metadata.namespace"', '"metadata.space"'), /metadata\.space/);
  await expectRejection(changed('CronJob', '"0 2 * * *"', '"0 25 * * *"'), /schedule/);
  await expectRejection(changed('PodMonitor', '"podMetricsEndpoints"', '"podMetricEndpoints"'), /podMetric/);
  await expectRejection(changed('PrometheusRule', '"critical"', 'true'), /severity/);
  await expectRejection(changed('HTTPRoute', '"PathPrefix"', '"Prefix"'), /PathPrefix/);
  await expectRejection(
    changed('PodDisruptionBudget', '"maxUnavailable":1', '"maxUnavailable":-1'),
    /maxUnavailable/,
  );
  // Pod Security rejects pods without the settings of the chart.
  await expectRejection(
    changed('Pod', '"allowPrivilegeEscalation":false', '"allowPrivilegeEscalation":true'),
    /PodSecurity "restricted/,
  );
  await expectRejection(changed('Pod', '"RuntimeDefault"', '"Unconfined"'), /PodSecurity "restricted/);
}
