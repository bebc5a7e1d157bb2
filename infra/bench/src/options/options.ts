import { parseArgs } from 'node:util';

/** Where the platform comes from: one of the benchmark's own, or one that runs already. */
export type PlatformOptions =
  | { kind: 'own'; workFolder: string | undefined; firstPort: number }
  | {
      kind: 'running';
      gatewayUrl: string;
      authUrl: string;
      adminToken: string;
      metricsUrl: string | undefined;
    };

export interface SpeedOptions {
  benchmark: 'speed';
  platform: PlatformOptions;
  /** Scenario names; undefined for all. */
  only: string[] | undefined;
  scale: number;
  /** A file of texts, one memory a line; undefined for generated ones. */
  data: string | undefined;
  out: string | undefined;
}

export interface QualityOptions {
  benchmark: 'quality';
  platform: PlatformOptions;
  locomo: string | undefined;
  cranfield: string | undefined;
  out: string | undefined;
}

export interface ScaleOptions {
  benchmark: 'scale';
  /** Memories at which searches are measured, growing. */
  sizes: number[];
  out: string | undefined;
}

export const USAGE = `Usage:
  npm run bench -- speed   [--only <scenario,...>] [--data <file>] [--scale <0..1>] [--out <file>]
  npm run bench -- quality [--locomo <file>] [--cranfield <folder>] [--out <file>]
  npm run bench:scale -- [--sizes <memories,...>] [--out <file>]

The first two start a platform of their own on a fresh DATA_DIR, and take:
  --work-folder <folder>  where that DATA_DIR is made (default: the system's temporary folder)
  --first-port <port>     the first of four ports in a row (default: 18080)
or measure one that runs, with RATE_LIMIT_PER_MINUTE=0:
  --url <gateway> --auth-url <auth server> --admin-token <token> [--metrics-url <url>]
The third starts real engines and every service as a process of its own.`;

const DEFAULT_FIRST_PORT = 18080;

/**
 * Reads the command line.
 *
 * @param args without the program's own name
 * @throws Error with a message for a person when it is not understood
 */
export function parseOptions(args: readonly string[]): SpeedOptions | QualityOptions | ScaleOptions {
  const [benchmark, ...rest] = args;
  if (benchmark === 'speed') return speedOptions(rest);
  if (benchmark === 'quality') return qualityOptions(rest);
  if (benchmark === 'scale') return scaleOptions(rest);
  throw new Error(`Say which benchmark: speed, quality or scale.\n\n${USAGE}`);
}

const PLATFORM_FLAGS = {
  'work-folder': { type: 'string' },
  'first-port': { type: 'string' },
  url: { type: 'string' },
  'auth-url': { type: 'string' },
  'admin-token': { type: 'string' },
  'metrics-url': { type: 'string' },
} as const;

function speedOptions(args: string[]): SpeedOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...PLATFORM_FLAGS,
      only: { type: 'string' },
      scale: { type: 'string' },
      data: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const scale = Number(values.scale ?? 1);
  if (!(scale > 0 && scale <= 1)) throw new Error('--scale is a number above 0, at most 1.');
  return {
    benchmark: 'speed',
    platform: platformOptions(values),
    only: values.only?.split(',').map((name) => name.trim()),
    scale,
    data: values.data,
    out: values.out,
  };
}

function qualityOptions(args: string[]): QualityOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...PLATFORM_FLAGS,
      locomo: { type: 'string' },
      cranfield: { type: 'string' },
      out: { type: 'string' },
    },
  });
  if (values.locomo === undefined && values.cranfield === undefined) {
    throw new Error('Nothing to measure with: give --locomo <file>, --cranfield <folder> or both.');
  }
  return {
    benchmark: 'quality',
    platform: platformOptions(values),
    locomo: values.locomo,
    cranfield: values.cranfield,
    out: values.out,
  };
}

const DEFAULT_SIZES = '10000,100000,300000';

function scaleOptions(args: string[]): ScaleOptions {
  const { values } = parseArgs({ args, options: { sizes: { type: 'string' }, out: { type: 'string' } } });
  const sizes = (values.sizes ?? DEFAULT_SIZES).split(',').map(Number);
  const isGrowing = sizes.every((size, i) => Number.isInteger(size) && size > (sizes[i - 1] ?? 0));
  if (!isGrowing) throw new Error('--sizes are growing numbers, e.g. 10000,100000.');
  return { benchmark: 'scale', sizes, out: values.out };
}

type PlatformFlags = { [name in keyof typeof PLATFORM_FLAGS]?: string | undefined };

function platformOptions(flags: PlatformFlags): PlatformOptions {
  if (flags.url === undefined) {
    for (const flag of ['auth-url', 'admin-token', 'metrics-url'] as const) {
      if (flags[flag] !== undefined) throw new Error(`--${flag} needs --url.`);
    }
    const firstPort = Number(flags['first-port'] ?? DEFAULT_FIRST_PORT);
    if (!Number.isInteger(firstPort) || firstPort < 1 || firstPort > 65_532) {
      throw new Error('--first-port is a port number.');
    }
    return { kind: 'own', workFolder: flags['work-folder'], firstPort };
  }
  for (const flag of ['work-folder', 'first-port'] as const) {
    if (flags[flag] !== undefined) throw new Error(`--${flag} does not go with --url.`);
  }
  const authUrl = flags['auth-url'];
  const adminToken = flags['admin-token'];
  if (authUrl === undefined || adminToken === undefined) {
    throw new Error('--url needs --auth-url and --admin-token: tenants are made through the admin API.');
  }
  return { kind: 'running', gatewayUrl: flags.url, authUrl, adminToken, metricsUrl: flags['metrics-url'] };
}
