import { parseArgs } from 'node:util';

/** The platform to measure: started by the benchmark or already running. */
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
  /** Names of the scenarios to run. Undefined runs all. */
  only: string[] | undefined;
  scale: number;
  /** File with one text per line. Undefined uses generated texts. */
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
  /** Numbers of memories at which searches are measured, in increasing order. */
  sizes: number[];
  out: string | undefined;
}

export const USAGE = `Usage:
  npm run bench -- speed   [--only <scenario,...>] [--data <file>] [--scale <0..1>] [--out <file>]
  npm run bench -- quality [--locomo <file>] [--cranfield <folder>] [--out <file>]
  npm run bench:scale -- [--sizes <memories,...>] [--out <file>]

speed and quality start a platform with a new DATA_DIR:
  --work-folder <folder>  folder of the DATA_DIR (default: the temporary folder of the system)
  --first-port <port>     first of four consecutive ports (default: 18080)
or measure a running platform, which needs RATE_LIMIT_PER_MINUTE=0:
  --url <gateway> --auth-url <auth server> --admin-token <token> [--metrics-url <url>]
bench:scale starts real engines and every service as a separate process.`;

const DEFAULT_FIRST_PORT = 18080;

/**
 * Parses the command line.
 *
 * @param args arguments without the program name
 * @throws Error with a user-facing message for invalid arguments
 */
export function parseOptions(args: readonly string[]): SpeedOptions | QualityOptions | ScaleOptions {
  const [benchmark, ...rest] = args;
  if (benchmark === 'speed') return speedOptions(rest);
  if (benchmark === 'quality') return qualityOptions(rest);
  if (benchmark === 'scale') return scaleOptions(rest);
  throw new Error(`The benchmark is missing or unknown. Set it to speed, quality or scale.\n\n${USAGE}`);
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
  if (!(scale > 0 && scale <= 1)) throw new Error('--scale must be greater than 0 and at most 1.');
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
    throw new Error('The data set is missing. Set --locomo <file>, --cranfield <folder> or both.');
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
  if (!isGrowing) throw new Error('--sizes must be increasing integers above 0, such as 10000,100000.');
  return { benchmark: 'scale', sizes, out: values.out };
}

type PlatformFlags = { [name in keyof typeof PLATFORM_FLAGS]?: string | undefined };

function platformOptions(flags: PlatformFlags): PlatformOptions {
  if (flags.url === undefined) {
    for (const flag of ['auth-url', 'admin-token', 'metrics-url'] as const) {
      if (flags[flag] !== undefined) throw new Error(`--${flag} requires --url.`);
    }
    const firstPort = Number(flags['first-port'] ?? DEFAULT_FIRST_PORT);
    if (!Number.isInteger(firstPort) || firstPort < 1 || firstPort > 65_532) {
      throw new Error('--first-port must be an integer between 1 and 65532.');
    }
    return { kind: 'own', workFolder: flags['work-folder'], firstPort };
  }
  for (const flag of ['work-folder', 'first-port'] as const) {
    if (flags[flag] !== undefined) throw new Error(`--${flag} cannot be combined with --url.`);
  }
  const authUrl = flags['auth-url'];
  const adminToken = flags['admin-token'];
  if (authUrl === undefined || adminToken === undefined) {
    throw new Error(
      '--url requires --auth-url and --admin-token, because tenants are created with the admin API.',
    );
  }
  return { kind: 'running', gatewayUrl: flags.url, authUrl, adminToken, metricsUrl: flags['metrics-url'] };
}
