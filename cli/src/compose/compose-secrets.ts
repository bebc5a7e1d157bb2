import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@loci/runtime';
import { SCHEMA_NAMES } from '../database/schema-names.ts';

/**
 * What a new value of a secret requires:
 * - `restart`: a restart of the containers
 * - `store`: a change of the password in the store, which reads the variable only at its first start
 * - `rotation`: the previous value in `<name>_SECONDARY`, because stored data depends on it
 */
type Change = 'restart' | 'store' | 'rotation';

interface SecretRule {
  change: Change;
  /** True if the variable `<name>_SECONDARY` exists. */
  isRotated?: boolean;
  /** Start of a generated value. */
  prefix?: string;
  pattern?: RegExp;
  requirement?: string;
}

const RULES = {
  POSTGRES_PASSWORD: { change: 'store' },
  DATABASE_PASSWORD: { change: 'restart' },
  ELASTICSEARCH_PASSWORD: { change: 'store', pattern: /^.{6,}$/, requirement: 'at least 6 characters' },
  QDRANT_API_KEY: { change: 'restart' },
  NEO4J_PASSWORD: {
    change: 'store',
    pattern: /^[^/]{8,}$/,
    requirement: 'at least 8 characters and no slash',
  },
  S3_SECRET_ACCESS_KEY: { change: 'restart', pattern: /^.{8,}$/, requirement: 'at least 8 characters' },
  INTERNAL_SECRET: { change: 'restart', isRotated: true },
  ADMIN_TOKEN: { change: 'restart' },
  API_KEY_PEPPER: { change: 'rotation', isRotated: true },
  SIGNING_KEY_SECRET: { change: 'rotation', isRotated: true },
  COOKIE_KEYS: { change: 'restart', isRotated: true },
  WEBHOOK_ENCRYPTION_KEY: { change: 'rotation', isRotated: true },
  BOOTSTRAP_API_KEY: { change: 'restart', prefix: 'loci_bootstrap_' },
} satisfies Record<string, SecretRule>;

type SecretName = keyof typeof RULES;
const SECRET_NAMES = Object.keys(RULES) as SecretName[];
const ruleOf = (name: SecretName): SecretRule => RULES[name];
const secondaryOf = (name: SecretName): string => `${name}_SECONDARY`;
const SECONDARY_NAMES = SECRET_NAMES.filter((name) => ruleOf(name).isRotated).map(secondaryOf);

/** Names of the variables of `.env` that contain secrets. */
export const SECRET_VARIABLES: readonly string[] = [...SECRET_NAMES, ...SECONDARY_NAMES];

const DATABASE = 'postgres:5432/loci';
const OWNER_READ_ONLY = 0o400;

export interface WrittenSecrets {
  /** Names of secrets with a new random value. */
  generated: string[];
  /** Names of secrets whose stored value was replaced. */
  changed: string[];
}

/**
 * Parses lines of the form `NAME=value`. Ignores empty lines and empty values.
 * @throws ConfigError for a name that is not in `SECRET_VARIABLES`. The message contains no value.
 */
export function parseEnvLines(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line === '') continue;
    const [, name, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined || !SECRET_VARIABLES.includes(name)) {
      throw new ConfigError(
        `Line ${i + 1} of the secrets is not a known variable. A secret must be one line.`,
      );
    }
    if (value) values[name] = value;
  }
  return values;
}

/**
 * Writes each secret of docker-compose.yml to a file with the name of its variable, and the database URLs, which contain
 * passwords. A given value has precedence over a stored one, and a stored one over a random one. Only the owner can read the files.
 * Writes nothing if a value is rejected. Idempotent.
 *
 * @param given values from `.env`
 * @param replace accepts new values of secrets that stored data depends on
 * @throws ConfigError with one line per rejected value. The message contains no value.
 */
export function writeComposeSecrets({
  folder,
  given,
  replace,
}: {
  folder: string;
  given: Readonly<Record<string, string>>;
  replace: boolean;
}): WrittenSecrets {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stored = new Map(SECRET_NAMES.map((name) => [name, read(join(folder, name))]));
  const problems = SECRET_NAMES.flatMap((name) => problemsOf(name, given, stored.get(name), replace));
  if (problems.length > 0) throw new ConfigError(`The secrets are invalid:\n${problems.join('\n')}`);

  const written: WrittenSecrets = { generated: [], changed: [] };
  const values = {} as Record<SecretName, string>;
  for (const name of SECRET_NAMES) {
    const before = stored.get(name);
    values[name] =
      given[name] ?? before ?? `${ruleOf(name).prefix ?? ''}${randomBytes(32).toString('base64url')}`;
    if (before === undefined && given[name] === undefined) written.generated.push(name);
    if (before !== undefined && before !== values[name]) written.changed.push(name);
  }
  for (const name of SECRET_NAMES) write(join(folder, name), values[name]);
  for (const name of SECONDARY_NAMES) {
    if (given[name] === undefined) rmSync(join(folder, name), { force: true });
    else write(join(folder, name), given[name]);
  }
  for (const [name, url] of databaseUrls(values)) write(join(folder, name), url);
  return written;
}

/** Returns the lines that the command prints. */
export function describeWrittenSecrets({ generated, changed }: WrittenSecrets): string[] {
  if (generated.length + changed.length === 0) return ['The secrets are unchanged.'];
  return [
    ...(generated.length > 0 ? [`Generated ${generated.join(', ')}.`] : []),
    ...(changed.length > 0 ? [`Replaced ${changed.join(', ')}.`] : []),
  ];
}

function problemsOf(
  name: SecretName,
  given: Readonly<Record<string, string>>,
  stored: string | undefined,
  replace: boolean,
): string[] {
  const value = given[name];
  if (value === undefined) return [];
  const { change, pattern, requirement } = ruleOf(name);
  if (pattern?.test(value) === false) return [`  ${name}: must have ${requirement}`];
  if (stored === undefined || stored === value || replace) return [];
  if (change === 'store') {
    return [
      `  ${name}: differs from the password that the store got at its first start. Remove it from .env, or change the ` +
        'password of the store first. See docs/distributed.md#change-a-secret-of-compose.',
    ];
  }
  if (change === 'rotation' && given[secondaryOf(name)] !== stored) {
    return [
      `  ${name}: stored data depends on the previous value. Set ${secondaryOf(name)} to the previous value. ` +
        'See docs/distributed.md#change-a-secret-of-compose.',
    ];
  }
  return [];
}

function databaseUrls(values: Readonly<Record<SecretName, string>>): [name: string, url: string][] {
  const url = (role: string, password: string): string =>
    `postgres://${role}:${encodeURIComponent(password)}@${DATABASE}`;
  return [
    ['DATABASE_ADMIN_URL', url('postgres', values.POSTGRES_PASSWORD)],
    ...SCHEMA_NAMES.map((schema): [string, string] => [
      `${schema.toUpperCase()}_DATABASE_URL`,
      url(`loci_${schema}`, values.DATABASE_PASSWORD),
    ]),
  ];
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the file, because a container may read it at the same time. */
function write(file: string, value: string): void {
  const temporary = `${file}.new`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, value, { mode: OWNER_READ_ONLY });
  renameSync(temporary, file);
}
