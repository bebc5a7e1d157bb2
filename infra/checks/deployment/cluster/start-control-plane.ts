import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '@loci/runtime/free-ports';
import type { ControlPlanePrograms } from './control-plane-programs.ts';
import { createKubernetesClient } from './kubernetes-client.ts';
import type { KubernetesClient } from './kubernetes-client.ts';

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 250;

export interface ControlPlane {
  client: KubernetesClient;
  /** Path of a kubeconfig file with all rights. */
  kubeconfig: string;
  stop(): Promise<void>;
}

/**
 * Starts the control plane of Kubernetes on 127.0.0.1 with one node. kwok reports the pods of the node as running and ready, and
 * the pods of Jobs as succeeded, but runs no containers. Admission is that of a default cluster, including Pod Security.
 */
export async function startControlPlane(programs: ControlPlanePrograms): Promise<ControlPlane> {
  const folder = mkdtempSync(join(tmpdir(), 'loci-control-plane-'));
  const [etcdPort, peerPort, port, managerPort, schedulerPort] = await freePorts(5);
  const children: ChildProcess[] = [];
  const start = (command: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${basename(command)}.log`), 'w');
    children.push(spawn(command, args, { stdio: ['ignore', log, log] }));
  };
  const stop = async () => {
    // The API server stops before its storage.
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      const timeout = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await once(child, 'exit');
      clearTimeout(timeout);
    }
    rmSync(folder, { recursive: true });
  };

  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const signingKey = write('service-account.key', privateKey);
  const token = randomBytes(16).toString('hex');
  const tokens = write('tokens.csv', `${token},admin,admin,system:masters\n`);

  start(programs.etcd, [
    ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync'],
    ...['--listen-client-urls', `http://127.0.0.1:${etcdPort}`],
    ...['--advertise-client-urls', `http://127.0.0.1:${etcdPort}`],
    ...['--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
    ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peerPort}`],
    ...['--initial-cluster', `default=http://127.0.0.1:${peerPort}`],
  ]);
  start(programs.apiServer, [
    ...['--etcd-servers', `http://127.0.0.1:${etcdPort}`, '--cert-dir', folder],
    ...['--bind-address', '127.0.0.1', '--secure-port', String(port)],
    ...['--service-cluster-ip-range', '10.96.0.0/16', '--authorization-mode', 'RBAC'],
    ...['--token-auth-file', tokens, '--service-account-issuer', 'https://kubernetes.default.svc'],
    ...['--service-account-key-file', write('service-account.pub', publicKey)],
    ...['--service-account-signing-key-file', signingKey],
  ]);
  try {
    const certificate = await poll('the certificate of the API server', () =>
      readFileSync(join(folder, 'apiserver.crt'), 'utf8'),
    );
    const client = createKubernetesClient(port!, certificate, token);
    const kubeconfig = write('kubeconfig', kubeconfigOf(port!, join(folder, 'apiserver.crt'), token));
    await poll('the API server', () => client.get('/readyz'));
    start(programs.controllerManager, [
      ...['--kubeconfig', kubeconfig, '--leader-elect=false', '--secure-port', String(managerPort)],
      ...['--bind-address', '127.0.0.1', '--cert-dir', join(folder, 'manager')],
      ...['--service-account-private-key-file', signingKey],
    ]);
    start(programs.scheduler, [
      ...['--kubeconfig', kubeconfig, '--leader-elect=false', '--secure-port', String(schedulerPort)],
      ...['--bind-address', '127.0.0.1', '--cert-dir', join(folder, 'scheduler')],
    ]);
    start(programs.kwok, [
      ...['--kubeconfig', kubeconfig, '--manage-all-nodes=true', '--server-address', ''],
      ...programs.stages.flatMap((stage) => ['--config', stage]),
    ]);
    await client.apply(NODE);
    return { client, kubeconfig, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const CAPACITY = { cpu: '64', memory: '256Gi', pods: '500', 'ephemeral-storage': '1Ti' };
const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: 'node-1',
    labels: { 'kubernetes.io/hostname': 'node-1', 'topology.kubernetes.io/zone': 'zone-1' },
  },
  status: { allocatable: CAPACITY, capacity: CAPACITY },
};

function kubeconfigOf(port: number, certificate: string, token: string): string {
  const cluster = { server: `https://127.0.0.1:${port}`, 'certificate-authority': certificate };
  return JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'check' },
    clusters: [{ name: 'check', cluster }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'check', context: { cluster: 'check', user: 'admin' } }],
  });
}

/** Repeats `attempt` until it succeeds. @throws the last error after the timeout */
export async function poll<T>(
  what: string,
  attempt: () => T | Promise<T>,
  timeoutMs = READY_TIMEOUT_MS,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw new Error(`${what} did not become ready.`, { cause: error });
    }
    await delay(POLL_MS);
  }
}
