import { z } from 'zod';

/** Stops the start with one message for a person; never holds a value of a variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A value that must not reach a log: prints as [secret]. */
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

/** A variable whose value is wrapped. */
export const secret = (minLength: number) =>
  z
    .string()
    .min(minLength)
    .transform((value) => new Secret(value));

/** A TCP port; 0 asks the system for a free one. */
export const port = z.coerce.number().int().min(0).max(65_535);

export const httpUrl = z
  .string()
  .regex(/^https?:\/\/[^/\s]+(\/[^\s?#]*)?$/, 'must be an http or https URL without query or fragment')
  .transform((url) => url.replace(/\/+$/, ''));

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Tokens travel in headers: outside of this machine only under TLS, which ends at the edge. */
export const publicUrl = httpUrl.refine(
  (url) => url.startsWith('https:') || LOOPBACK.has(new URL(url).hostname),
  'must be https unless its host is localhost',
);

/**
 * Reads the configuration of a process from its environment. Empty variables count as unset.
 * @throws ConfigError naming every bad variable and what it must be
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
    `The configuration is not valid:\n${[...new Set(lines)].join('\n')}\nSee docs/configuration.md.`,
  );
}
