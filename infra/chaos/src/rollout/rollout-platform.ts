import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  SCHEMA_NAMES,
  databaseUrl,
  loadDistributedSecrets,
  planProcesses,
  processEnvironment,
} from '@loci/cli';
import type { DistributedConfig } from '@loci/cli';
import { freePorts } from '@loci/runtime/free-ports';
import { startLoadBalancer } from './load-balancer.ts';
import type { Backend, LoadBalancer } from './load-balancer.ts';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';

/** A version of Loci, and the folder with its files. */
export interface Version {
  name: string;
  root: string;
}

/** A distributed platform with a load balancer in front of each service. */
export interface RolloutPlatform {
  baseUrl: string;
  authUrl: string;
  adminToken: string;
  /** Runs the migrations of a version. @throws Error with the output if they fail */
  migrate(version: Version): Promise<void>;
  /** Starts a process of each service, and waits until all are ready. */
  start(version: Version): Promise<void>;
  /**
   * Replaces the process of a service: starts the process of the version, waits until it is ready and serves requests
   * together with the old one, and sends SIGTERM to the old one. The load balancer learns from the readiness check that
   * the old process stops, as in Kubernetes.
   */
  replace(service: string, version: Version): Promise<void>;
  /** Returns the end of the output of the current process of a service. */
  outputOf(service: string): string;
  /** Requests between processes, and of clients, without a complete response, in the order of their failure. */
  failures(): readonly string[];
  stop(): Promise<void>;
}

interface Instance {
  backend: Backend;
  process: ServiceProcess;
}

/** Must exceed the time that the load balancers need to notice a process that is not ready. */
const SHUTDOWN_DELAY_SECONDS = '2';
const READY_TIMEOUT_MS = 90_000;
/** Requests that a new process must have received before the old one is stopped, if the service receives requests at all. */
const SHARED_REQUESTS = 5;
const SHARED_TIMEOUT_MS = 3_000;
const POLL_MS = 50;

/**
 * Services whose processes are replaced. The portal and the personality service store no events, and serve none of the
 * requests of the load.
 */
const EXCLUDED = ['portal', 'personality'];

/**
 * @param config configuration of the platform; the ports in it are not used
 * @param folder folder for secrets and the compile cache
 */
export async function openRolloutPlatform(
  config: DistributedConfig,
  folder: string,
): Promise<RolloutPlatform> {
  const secretsDir = join(folder, 'secrets');
  mkdirSync(secretsDir);
  const { secrets } = loadDistributedSecrets({ ...config, SECRETS_DIR: secretsDir });
  const plan = planProcesses({ splitRoles: false });
  const free = await freePorts(plan.length);
  const ports = Object.fromEntries(plan.map(({ service }, index) => [service, free[index]!]));
  const services = plan.filter(({ service }) => !EXCLUDED.includes(service));
  const failures: string[] = [];
  const balancers = new Map<string, LoadBalancer>();
  for (const { service } of services) {
    balancers.set(service, await startLoadBalancer(service, ports[service]!, failures));
  }
  const running = new Map<string, Instance>();
  let started = 0;

  async function startInstance(service: string, version: Version): Promise<Instance> {
    const planned = services.find((each) => each.service === service)!;
    const [port, adminPort] = (await freePorts(2)) as [number, number];
    const name = `${service} ${++started} of ${version.name}`;
    const backend = { name, port, adminPort };
    const child = startServiceProcess(version.root, planned.main, {
      ...processEnvironment(config, secrets, { ports, adminPorts: {} }, planned),
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      SHUTDOWN_DELAY_SECONDS,
      NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    });
    const instance = { backend, process: child };
    const timeout = new Promise<string>((resolve) =>
      setTimeout(resolve, READY_TIMEOUT_MS, 'is not ready').unref(),
    );
    const outcome = await Promise.race([
      balancers
        .get(service)!
        .add(backend)
        .then(() => 'ready'),
      child.exited.then((code) => `exited with ${code}`),
      timeout,
    ]);
    if (outcome !== 'ready') {
      const health = await fetch(`http://127.0.0.1:${adminPort}/health/ready`).then(
        (response) => response.text(),
        () => 'no response',
      );
      await child.stop().catch(() => undefined);
      throw new Error(`${name} ${outcome}. Health: ${health}. Output:\n${child.output()}`);
    }
    return instance;
  }

  async function stopInstance(service: string, { backend, process: child }: Instance): Promise<void> {
    await child.stop();
    await balancers.get(service)!.remove(backend);
  }

  const publicUrl = (service: string): string => `http://localhost:${ports[service]}`;
  return {
    baseUrl: publicUrl('gateway'),
    authUrl: publicUrl('auth'),
    adminToken: secrets.adminToken.reveal(),
    migrate: async ({ root }) => {
      const urls = SCHEMA_NAMES.map((schema) => [
        `${schema.toUpperCase()}_DATABASE_URL`,
        databaseUrl(config.DATABASE_ADMIN_URL, schema, secrets),
      ]);
      await startServiceProcess(root, 'cli/src/database/db-migrate.main.ts', {
        DATABASE_ADMIN_URL: config.DATABASE_ADMIN_URL,
        ...Object.fromEntries(urls),
      }).succeeded();
    },
    start: async (version) => {
      await Promise.all(
        services.map(async ({ service }) => running.set(service, await startInstance(service, version))),
      );
    },
    replace: async (service, version) => {
      const old = running.get(service)!;
      const fresh = await startInstance(service, version);
      running.set(service, fresh);
      const balancer = balancers.get(service)!;
      const deadline = performance.now() + SHARED_TIMEOUT_MS;
      while (balancer.countRequests(fresh.backend) < SHARED_REQUESTS && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      await stopInstance(service, old);
    },
    outputOf: (service) => running.get(service)!.process.output(),
    failures: () => failures,
    stop: async () => {
      await Promise.allSettled([...running.values()].map((instance) => instance.process.stop()));
      await Promise.all([...balancers.values()].map((balancer) => balancer.close()));
    },
  };
}
