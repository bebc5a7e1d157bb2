import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { PlatformOptions } from '../options/options.ts';
import { consumerLag, eventLoopDelayP99Ms } from './prometheus.ts';
import { PORTS, preparePlatform } from './start-platform.ts';
import type { OwnPlatform, StartOptions } from './start-platform.ts';
import type { PlatformAddress } from './tenants.ts';

/** Platform that the benchmark started, or running platform to which the benchmark is connected. */
export interface MeasuredPlatform {
  address: PlatformAddress;
  own: OwnPlatform | undefined;
  /**
   * Returns the duration of a start with an empty DATA_DIR in milliseconds. The first call returns the
   * duration of this platform's start. Each further call starts another platform. Undefined for a running
   * platform.
   */
  measureFirstStart: (() => Promise<number>) | undefined;
  /** p99 event loop delay in milliseconds since the last call. Undefined without metrics. */
  eventLoopDelayP99Ms(): Promise<number | undefined>;
  /** Number of unprocessed events. Undefined without a metrics URL. */
  consumerLag(): Promise<number | undefined>;
  /** Stops a platform that the benchmark started and deletes its data. Does not affect a running platform. */
  close(): Promise<void>;
}

type Surroundings = Pick<StartOptions, 'root' | 'environment' | 'nodePath' | 'killGroup' | 'signal'>;

/** Returns the folder for a new DATA_DIR. Defaults to the temporary folder of the system. */
export function workFolderOf(options: PlatformOptions): string {
  return (options.kind === 'own' ? options.workFolder : undefined) ?? tmpdir();
}

/** Starts a platform or connects to a running one. @throws Error if it does not become ready */
export async function openPlatform(
  options: PlatformOptions,
  surroundings: Surroundings,
): Promise<MeasuredPlatform> {
  if (options.kind === 'running') {
    const { gatewayUrl, authUrl, adminToken, metricsUrl } = options;
    return {
      address: { gatewayUrl, authUrl, adminToken },
      own: undefined,
      measureFirstStart: undefined,
      eventLoopDelayP99Ms: async () =>
        metricsUrl === undefined ? undefined : eventLoopDelayP99Ms(await readMetrics(metricsUrl)),
      consumerLag: async () =>
        metricsUrl === undefined ? undefined : consumerLag(await readMetrics(metricsUrl)),
      close: async () => {},
    };
  }
  const workFolder = workFolderOf(options);
  await mkdir(workFolder, { recursive: true });
  const own = await preparePlatform({ ...surroundings, workFolder, ports: portsFrom(options.firstPort) });
  try {
    let firstStartMs: number | undefined = await own.start();
    return {
      address: own.address,
      own,
      measureFirstStart: async () => {
        const measured = firstStartMs;
        firstStartMs = undefined;
        return (
          measured ?? startOther({ ...surroundings, workFolder, ports: portsFrom(options.firstPort + PORTS) })
        );
      },
      eventLoopDelayP99Ms: async () => eventLoopDelayP99Ms(await readMetrics(own.metricsUrl)),
      consumerLag: async () => consumerLag(await readMetrics(own.metricsUrl)),
      close: own.dispose,
    };
  } catch (error) {
    await own.dispose();
    throw error;
  }
}

/**
 * Starts a platform with an empty DATA_DIR, stops it, and deletes its data.
 *
 * @returns milliseconds until it was ready
 */
async function startOther(options: StartOptions): Promise<number> {
  const other = await preparePlatform(options);
  try {
    return await other.start();
  } finally {
    await other.dispose();
  }
}

async function readMetrics(metricsUrl: string): Promise<string> {
  const response = await fetch(metricsUrl);
  if (response.status !== 200)
    throw new Error(`GET ${metricsUrl} returned status ${response.status}, not 200.`);
  return response.text();
}

/** Returns the consecutive ports of a platform. */
const portsFrom = (first: number): number[] => Array.from({ length: PORTS }, (_, index) => first + index);
