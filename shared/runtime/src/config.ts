import { z } from 'zod';

/** Invalid configuration. The message is shown to the user, and does not contain the values of variables. */
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

/** Schema of a variable whose value is wrapped in a {@link Secret}. `minLength` is in UTF-16 code units. */
export const secret = (minLength: number) =>
  z
    .string()
    .min(minLength)
    .transform((value) => new Secret(value));

/** Schema of a TCP port. 0 selects a free port. */
export const port = z.coerce.number().int().min(0).max(65_535);

/** Schema of an HTTP URL without query and fragment. Trailing slashes are removed. */
export const httpUrl = z
  .string()
  .regex(/^https?:\/\/[^/\s]+(\/[^\s?#]*)?$/, 'must be an http or https URL without query or fragment')
  .transform((url) => url.replace(/\/+$/, ''));

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
 * Parses the configuration of a process from its environment. Empty variables count as unset.
 * @throws ConfigError with the name of every invalid variable and the reason
 */
export function loadConfig<S extends z.ZodType>(
  schema: S,
  environment: Record<string, string | undefined>,
): z.output<S> {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? 'configuration');
    const missing = issue.code === 'invalid_type' && set[name] === undefined;
    return `  ${name}: ${missing ? 'is required' : issue.message}`;
  });
  throw new ConfigError(
    `The configuration is invalid:\n${[...new Set(lines)].join('\n')}\nSee docs/configuration.md.`,
  );
}
