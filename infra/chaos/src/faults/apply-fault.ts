import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosPlatform } from '../platform/open-chaos-platform.ts';
import type { NetworkFault } from '../platform/engine-proxy.ts';
import { isEngine } from './fault.ts';
import type { EngineTarget, Fault } from './fault.ts';

/** Period in which a target was down. Times are in milliseconds of `performance.now()`. */
export interface Outage {
  fault: Fault;
  startedAt: number;
  /** Start of the period in which the target was certainly down. Infinity until the fault is injected. */
  downFrom: number;
  /** End of the period in which the target was certainly down. Null until the fault ends. */
  downUntil: number | null;
  /** Time at which the target was ready again. Null until then. */
  readyAt: number | null;
}

const READY_TIMEOUT_MS = 120_000;
const START_ATTEMPTS = 5;

/**
 * Waits until the fault's start time, injects the fault, and removes it after its duration.
 *
 * @param outages receives the outage when it starts; its fields are updated during the fault
 * @returns a promise that resolves when the target is ready again
 */
export async function applyFault(platform: ChaosPlatform, fault: Fault, outages: Outage[]): Promise<void> {
  await delay(fault.startMs);
  const { inject, heal, ready } = isEngine(fault.target)
    ? engineActions(platform, fault.target, fault)
    : processActions(platform, fault.target, fault);
  const startedAt = performance.now();
  const outage: Outage = { fault, startedAt, downFrom: Infinity, downUntil: null, readyAt: null };
  outages.push(outage);
  await inject();
  outage.downFrom = performance.now();
  await delay(fault.durationMs);
  outage.downUntil = performance.now();
  await heal();
  await ready();
  outage.readyAt = performance.now();
}

interface FaultActions {
  inject(): Promise<void> | void;
  heal(): Promise<void> | void;
  ready(): Promise<void>;
}

function engineActions(
  { servers, proxies }: ChaosPlatform,
  name: EngineTarget,
  { kind }: Fault,
): FaultActions {
  const server = servers.get(name);
  if (kind === 'kill') {
    const start = async (attempt = 1): Promise<void> => {
      await server.start();
      await server.waitUntilReady().catch((error: unknown) => {
        // PostgreSQL does not start while the process that wrote its lock file still exists.
        if (attempt === START_ATTEMPTS || server.isRunning) throw error;
        return start(attempt + 1);
      });
    };
    return { inject: () => server.kill(), heal: () => start(), ready: () => server.waitUntilReady() };
  }
  if (kind === 'stop') {
    return {
      inject: () => server.pause(),
      heal: () => server.resume(),
      ready: () => server.waitUntilReady(),
    };
  }
  const line = proxies[name];
  return {
    inject: () => line.inject(kind as NetworkFault),
    heal: () => line.heal(),
    ready: () => server.waitUntilReady(),
  };
}

function processActions(platform: ChaosPlatform, name: string, { kind }: Fault): FaultActions {
  const process = platform.process(name);
  const ready = (): Promise<void> => process.waitUntilReady(READY_TIMEOUT_MS);
  return kind === 'kill'
    ? { inject: () => process.signal('SIGKILL'), heal: () => undefined, ready }
    : { inject: () => process.signal('SIGSTOP'), heal: () => process.signal('SIGCONT'), ready };
}
