import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosPlatform } from '../platform/open-chaos-platform.ts';
import type { Cut } from '../platform/toxiproxy.ts';
import { isEngine } from './fault.ts';
import type { EngineTarget, Fault } from './fault.ts';

/** When something was down, in ms of `performance.now()`. */
export interface Outage {
  fault: Fault;
  beganAt: number;
  /** From the first moment on it was down for certain. */
  downFrom: number;
  /** Until here it was down for certain; null while the fault lasts. */
  downUntil: number | null;
  /** From here on it was ready again. */
  readyAt: number | null;
}

const READY_TIMEOUT_MS = 120_000;
const START_ATTEMPTS = 5;

/**
 * Waits for the fault's moment, brings it about and heals it again.
 *
 * @param outages gets what happens, as it happens
 * @returns when the target is ready again
 */
export async function applyFault(platform: ChaosPlatform, fault: Fault, outages: Outage[]): Promise<void> {
  await delay(fault.atMs);
  const { harm, heal, ready } = isEngine(fault.target)
    ? onEngine(platform, fault.target, fault)
    : onProcess(platform, fault.target, fault);
  const beganAt = performance.now();
  const outage: Outage = { fault, beganAt, downFrom: Infinity, downUntil: null, readyAt: null };
  outages.push(outage);
  await harm();
  outage.downFrom = performance.now();
  await delay(fault.lastsMs);
  outage.downUntil = performance.now();
  await heal();
  await ready();
  outage.readyAt = performance.now();
}

interface Harm {
  harm(): Promise<void> | void;
  heal(): Promise<void> | void;
  ready(): Promise<void>;
}

function onEngine({ servers, lines }: ChaosPlatform, name: EngineTarget, { kind }: Fault): Harm {
  const server = servers.get(name);
  if (kind === 'kill') {
    const start = async (attempt = 1): Promise<void> => {
      await server.start();
      await server.waitUntilReady().catch((error: unknown) => {
        // PostgreSQL refuses while the process that wrote its lock file has not quite vanished.
        if (attempt === START_ATTEMPTS || server.isRunning) throw error;
        return start(attempt + 1);
      });
    };
    return { harm: () => server.kill(), heal: () => start(), ready: () => server.waitUntilReady() };
  }
  if (kind === 'stop') {
    return {
      harm: () => server.pause(),
      heal: () => server.resume(),
      ready: () => server.waitUntilReady(),
    };
  }
  const line = lines[name];
  return { harm: () => line.cut(kind as Cut), heal: () => line.mend(), ready: () => server.waitUntilReady() };
}

function onProcess(platform: ChaosPlatform, name: string, { kind }: Fault): Harm {
  const process = platform.process(name);
  const ready = (): Promise<void> => process.waitUntilReady(READY_TIMEOUT_MS);
  return kind === 'kill'
    ? { harm: () => process.signal('SIGKILL'), heal: () => undefined, ready }
    : { harm: () => process.signal('SIGSTOP'), heal: () => process.signal('SIGCONT'), ready };
}
