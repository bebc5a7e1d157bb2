import { parseArgs } from 'node:util';
import { LAYOUTS } from '../quality/layouts.ts';
import type { Layout } from '../quality/layouts.ts';
import { SEARCH_VARIANTS } from '../quality/search-variants.ts';
import type { SearchVariant } from '../quality/search-variants.ts';
import { UNITS } from '../quality/units.ts';
import type { Unit } from '../quality/units.ts';

/** Platform to measure. The benchmark starts it (`own`) or connects to it (`running`). */
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
  /** Names of the scenarios to run. If undefined, all scenarios run. */
  only: string[] | undefined;
  /** Number of times that each scenario runs. */
  rounds: number;
  /** Numbers of memories of one tenant, in increasing order. */
  sizes: number[];
  /** Number of tenants with 100 memories each. With 0, they are not measured. */
  tenants: number;
  /** Factor for counts and durations, greater than 0 and at most 1. */
  scale: number;
  /** Path of a file with one text per line. If undefined, texts are generated. */
  data: string | undefined;
  output: string | undefined;
}

export interface DataSetOptions {
  locomo: string | undefined;
  cranfield: string | undefined;
  /** Paths of files in the data set format of the benchmark. */
  dataSets: string[];
  /** Paths of files of MuSiQue, HotpotQA or 2WikiMultihopQA. */
  multiHop: string[];
  /** True to store the turns of LoCoMo with the times of their sessions. */
  eventTimes: boolean;
}

export interface QualityOptions extends DataSetOptions {
  benchmark: 'quality';
  platform: PlatformOptions;
  layouts: Layout[];
  variants: SearchVariant[];
  unit: Unit;
  /** True to store each item in three versions. */
  nearDuplicates: boolean;
  /** Parameters of all searches. */
  parameters: Record<string, unknown>;
  output: string | undefined;
}

/** Options of the commands that fit the models of relevance and of learned ranking. */
export interface CalibrateOptions extends DataSetOptions {
  benchmark: 'calibrate' | 'train-ranking';
  platform: PlatformOptions;
  /** Sets of signals of learned ranking, whose effect the report of `train-ranking` contains. */
  ablations: string[][];
  /** Path of the file with the model. If undefined, no file is written. */
  output: string | undefined;
}

export interface ScaleOptions {
  benchmark: 'scale';
  /** Numbers of memories at which searches are measured, in increasing order. */
  sizes: number[];
  output: string | undefined;
}

export interface CompareOptions {
  benchmark: 'compare';
  /** Path of the earlier result. If undefined, it is infra/bench/baseline.json. */
  before: string | undefined;
  /** Path of the later result. */
  after: string;
}

export const USAGE = `Usage:
  npm run bench -- speed   [--only <scenario,...>] [--sizes <memories,...>] [--tenants <count>]
                           [--rounds <count>] [--data <file>] [--scale <0..1>] [--output <file>]
  npm run bench -- quality [--locomo <file> [--event-times]] [--cranfield <folder>]
                           [--data-set <file.jsonl>]... [--multi-hop <file>]...
                           [--layouts <layout,...>] [--variants <variant,...>] [--near-duplicates]
                           [--unit <unit>] [--parameters <json>] [--output <file>]
  npm run bench -- calibrate [--locomo <file>] [--cranfield <folder>] [--data-set <file.jsonl>]...
                           [--multi-hop <file>]... [--output <file.ts>]
  npm run bench -- train-ranking [--locomo <file>] [--cranfield <folder>] [--data-set <file.jsonl>]...
                           [--multi-hop <file>]... [--without <signal,...>]... [--output <file.ts>]
  npm run bench -- compare [<earlier result>] <later result>
  npm run bench:scale -- [--sizes <memories,...>] [--output <file>]

speed, quality, calibrate and train-ranking start a platform with a new DATA_DIR:
  --work-folder <folder>  folder of the DATA_DIR (default: the temporary folder of the system)
  --first-port <port>     first of eight consecutive ports (default: 18080)
or measure a running platform, which needs RATE_LIMIT_PER_MINUTE=0:
  --url <gateway> --auth-url <auth server> --admin-token <token> [--metrics-url <url>]
compare exits with 1 on a regression. Without an earlier result, it uses infra/bench/baseline.json.
quality measures the layouts ${LAYOUTS.join(', ')},
and the variants ${SEARCH_VARIANTS.join(', ')}.
The unit of a result is ${UNITS.join(' or ')}.
bench:scale starts real engines and every service as a separate process.`;

export type BenchmarkOptions =
  SpeedOptions | QualityOptions | CalibrateOptions | ScaleOptions | CompareOptions;

const DEFAULT_FIRST_PORT = 18080;
const DEFAULT_ROUNDS = 5;
const DEFAULT_SPEED_SIZES = '6000,100000';
const DEFAULT_TENANTS = 1_000;
const DEFAULT_VARIANTS: readonly SearchVariant[] = ['hybrid', 'keyword', 'vector'];

/**
 * Parses the command line.
 *
 * @param args arguments without the program name
 * @throws Error with a user-facing message for invalid arguments
 */
export function parseOptions(args: readonly string[]): BenchmarkOptions {
  const [benchmark, ...rest] = args;
  if (benchmark === 'speed') return speedOptions(rest);
  if (benchmark === 'quality') return qualityOptions(rest);
  if (benchmark === 'calibrate' || benchmark === 'train-ranking') return fitOptions(benchmark, rest);
  if (benchmark === 'scale') return scaleOptions(rest);
  if (benchmark === 'compare') return compareOptions(rest);
  throw new Error(
    `The benchmark must be speed, quality, calibrate, train-ranking, scale or compare.\n\n${USAGE}`,
  );
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
      rounds: { type: 'string' },
      sizes: { type: 'string' },
      tenants: { type: 'string' },
      scale: { type: 'string' },
      data: { type: 'string' },
      output: { type: 'string' },
    },
  });
  const scale = Number(values.scale ?? 1);
  if (!(scale > 0 && scale <= 1)) throw new Error('--scale must be greater than 0 and at most 1.');
  return {
    benchmark: 'speed',
    platform: platformOptions(values),
    only: values.only === undefined ? undefined : listOption(values.only),
    rounds: countOption('rounds', values.rounds, DEFAULT_ROUNDS, 1),
    sizes: sizesOption(values.sizes ?? DEFAULT_SPEED_SIZES),
    tenants: countOption('tenants', values.tenants, DEFAULT_TENANTS, 0),
    scale,
    data: values.data,
    output: values.output,
  };
}

const DATA_SET_FLAGS = {
  locomo: { type: 'string' },
  cranfield: { type: 'string' },
  'data-set': { type: 'string', multiple: true },
  'multi-hop': { type: 'string', multiple: true },
  'event-times': { type: 'boolean' },
} as const;

interface DataSetFlags {
  locomo?: string | undefined;
  cranfield?: string | undefined;
  'data-set'?: string[] | undefined;
  'multi-hop'?: string[] | undefined;
  'event-times'?: boolean | undefined;
}

function dataSetOptions(flags: DataSetFlags): DataSetOptions {
  const { locomo, cranfield, 'data-set': dataSets = [], 'multi-hop': multiHop = [] } = flags;
  if (locomo === undefined && cranfield === undefined && dataSets.length + multiHop.length === 0) {
    throw new Error(
      'The data set is missing. Set at least one of --locomo <file>, --cranfield <folder>, --data-set <file> and --multi-hop <file>.',
    );
  }
  return { locomo, cranfield, dataSets, multiHop, eventTimes: flags['event-times'] ?? false };
}

function fitOptions(benchmark: CalibrateOptions['benchmark'], args: string[]): CalibrateOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...PLATFORM_FLAGS,
      ...DATA_SET_FLAGS,
      without: { type: 'string', multiple: true },
      output: { type: 'string' },
    },
  });
  const { without = [] } = values;
  if (without.length > 0 && benchmark !== 'train-ranking')
    throw new Error('--without requires train-ranking.');
  return {
    benchmark,
    platform: platformOptions(values),
    ...dataSetOptions(values),
    ablations: without.map(listOption),
    output: values.output,
  };
}

function qualityOptions(args: string[]): QualityOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...PLATFORM_FLAGS,
      ...DATA_SET_FLAGS,
      layouts: { type: 'string' },
      variants: { type: 'string' },
      unit: { type: 'string' },
      'near-duplicates': { type: 'boolean' },
      parameters: { type: 'string' },
      output: { type: 'string' },
    },
  });
  const [unit, ...others] = choicesOption('unit', values.unit, UNITS, ['item']);
  if (others.length > 0) throw new Error(`--unit must be ${UNITS.join(' or ')}.`);
  const nearDuplicates = values['near-duplicates'] ?? false;
  if (nearDuplicates && unit === 'conversation')
    throw new Error('--near-duplicates cannot be combined with --unit conversation.');
  return {
    benchmark: 'quality',
    platform: platformOptions(values),
    ...dataSetOptions(values),
    layouts: choicesOption('layouts', values.layouts, LAYOUTS, LAYOUTS),
    variants: choicesOption('variants', values.variants, SEARCH_VARIANTS, DEFAULT_VARIANTS),
    unit: unit!,
    nearDuplicates,
    parameters: parametersOption(values.parameters),
    output: values.output,
  };
}

const listOption = (value: string): string[] => value.split(',').map((each) => each.trim());

function choicesOption<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
  fallback: readonly Choice[],
): Choice[] {
  if (value === undefined) return [...fallback];
  return listOption(value).map((each) => {
    const choice = choices.find((known) => known === each);
    if (choice === undefined) throw new Error(`--${name} must contain only ${choices.join(', ')}.`);
    return choice;
  });
}

function parametersOption(json: string | undefined): Record<string, unknown> {
  const invalid = new Error('--parameters must be a JSON object with parameters of hybrid search.');
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid;
    return value as Record<string, unknown>;
  } catch {
    throw invalid;
  }
}

const DEFAULT_SCALE_SIZES = '10000,100000,300000';

function scaleOptions(args: string[]): ScaleOptions {
  const { values } = parseArgs({ args, options: { sizes: { type: 'string' }, output: { type: 'string' } } });
  return {
    benchmark: 'scale',
    sizes: sizesOption(values.sizes ?? DEFAULT_SCALE_SIZES),
    output: values.output,
  };
}

function compareOptions(args: string[]): CompareOptions {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
  const [first, second] = positionals;
  if (first === undefined || positionals.length > 2) {
    throw new Error(`compare requires one or two result files.\n\n${USAGE}`);
  }
  return second === undefined
    ? { benchmark: 'compare', before: undefined, after: first }
    : { benchmark: 'compare', before: first, after: second };
}

function sizesOption(value: string): number[] {
  const sizes = value.split(',').map(Number);
  const isGrowing = sizes.every((size, i) => Number.isInteger(size) && size > (sizes[i - 1] ?? 0));
  if (!isGrowing) throw new Error('--sizes must be increasing positive integers, for example 10000,100000.');
  return sizes;
}

function countOption(name: string, value: string | undefined, fallback: number, min: number): number {
  const count = Number(value ?? fallback);
  if (!Number.isInteger(count) || count < min)
    throw new Error(`--${name} must be an integer of at least ${min}.`);
  return count;
}

type PlatformFlags = { [name in keyof typeof PLATFORM_FLAGS]?: string | undefined };

function platformOptions(flags: PlatformFlags): PlatformOptions {
  if (flags.url === undefined) {
    for (const flag of ['auth-url', 'admin-token', 'metrics-url'] as const) {
      if (flags[flag] !== undefined) throw new Error(`--${flag} requires --url.`);
    }
    const firstPort = Number(flags['first-port'] ?? DEFAULT_FIRST_PORT);
    if (!Number.isInteger(firstPort) || firstPort < 1 || firstPort > 65_528) {
      throw new Error('--first-port must be an integer from 1 to 65528.');
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
