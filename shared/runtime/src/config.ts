import { z } from 'zod';
import { readSecretFiles } from './secret-files.ts';

/** Invalid configuration. The message is shown to the user, and contains no values except those of numbers. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A value that must not appear in logs. It prints and serializes as `[secret]`. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return '[secret]';
  }
  toJSON(): string {
    return '[secret]';
  }
}

/**
 * Schema of a variable whose value is wrapped in a {@link Secret}. `minLength` is in UTF-16 code units. The value can be
 * in the file that `<name>_FILE` names.
 */
export const secret = (minLength: number) =>
  z
    .string()
    .min(minLength)
    .transform((value) => new Secret(value))
    .meta({ secret: true });

/**
 * Values of a secret that can be rotated without downtime. The first one signs and encrypts, and all of them verify and
 * decrypt.
 *
 * @see docs/distributed.md#rotate-a-secret
 */
export type Secrets = readonly [primary: Secret, ...others: Secret[]];

/** Returns the values of a secret variable and of its optional variable `<name>_SECONDARY`. */
export const secretsOf = (primary: Secret, secondary: Secret | undefined): Secrets =>
  secondary === undefined ? [primary] : [primary, secondary];

/** Returns the texts of secrets, in the same order. */
export const revealAll = ([primary, ...others]: Secrets): [string, ...string[]] => [
  primary.reveal(),
  ...others.map((other) => other.reveal()),
];

/** Schema of the variable `<name>_SECONDARY`. */
export const secondarySecret = (name: string, minLength: number) =>
  secret(minLength)
    .optional()
    .describe(
      `Second value that is accepted like \`${name}\` while it is [rotated](distributed.md#rotate-a-secret).`,
    );

const PORT_RANGE = 'must be a port number from 0 to 65535';

/** Schema of a TCP port. 0 selects a free port. */
export const port = z.coerce
  .number({ error: PORT_RANGE })
  .int({ error: PORT_RANGE })
  .min(0, { error: PORT_RANGE })
  .max(65_535, { error: PORT_RANGE });

/** Schema of an HTTP URL without query and fragment. Trailing slashes are removed. */
export const httpUrl = z
  .string()
  .regex(/^https?:\/\/[^/\s]+(\/[^\s?#]*)?$/, 'must be an http or https URL without query or fragment')
  .transform((url) => url.replace(/\/+$/, ''));

/** Schema of a list of HTTP URLs, separated by commas. */
export const httpUrlList = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(httpUrl));

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Schema of a URL that clients use. It must be HTTPS unless the host is localhost, because requests contain
 * tokens.
 */
export const publicUrl = httpUrl.refine(
  (url) => url.startsWith('https:') || LOOPBACK.has(new URL(url).hostname),
  'must be https unless its host is localhost',
);

/**
 * Parses the configuration of a process from its environment. Empty variables count as unset. Reads the files of the
 * variables `<name>_FILE` of secrets.
 * @throws ConfigError with the name of every invalid variable and the reason
 */
export function loadConfig<S extends z.ZodType>(
  schema: S,
  environment: Record<string, string | undefined>,
): z.output<S> {
  const given = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]),
  );
  const { values, problems } = readSecretFiles(schema, given);
  const set: Record<string, string> = { ...given, ...values };
  const parsed = schema.safeParse(set);
  if (parsed.success && problems.size === 0) return parsed.data;
  const issues = parsed.error?.issues ?? [];
  const lines = issues
    .map((issue) => ({ issue, name: String(issue.path[0] ?? 'configuration') }))
    .filter(({ name }) => !problems.has(name))
    .map(({ issue, name }) => {
      const missing = issue.code === 'invalid_type' && set[name] === undefined;
      return `  ${name}: ${missing ? 'is required' : describeIssue(issue, set[name])}`;
    });
  const all = new Set([...[...problems.values()].map((problem) => `  ${problem}`), ...lines]);
  throw new ConfigError(`The configuration is invalid:\n${[...all].join('\n')}\nSee docs/configuration.md.`);
}

/**
 * Describes an invalid value. Includes the value of a number, but not of other variables, which can be secrets.
 */
function describeIssue(issue: z.core.$ZodIssue, value: string | undefined): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected !== 'number' && issue.expected !== 'int') return issue.message;
      return `${isCustom(issue.message) ? issue.message : 'must be a whole number'}, not "${value}"`;
    case 'too_small':
    case 'too_big': {
      const limit = String(issue.code === 'too_small' ? issue.minimum : issue.maximum);
      const bound = issue.code === 'too_small' ? 'at least' : 'at most';
      if (issue.origin === 'string') return `must have ${bound} ${limit} characters`;
      return `${isCustom(issue.message) ? issue.message : `must be ${bound} ${limit}`}, not "${value}"`;
    }
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`;
    default:
      return issue.message;
  }
}

/** True for a message of the schema. The default messages of zod start with an upper-case letter. */
const isCustom = (message: string): boolean => message.startsWith('must');
