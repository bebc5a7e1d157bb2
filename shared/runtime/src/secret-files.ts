import { readFileSync } from 'node:fs';
import { z } from 'zod';

const SUFFIX = '_FILE';

/** Values from files, and problems, both by the name of the secret variable. */
interface SecretFiles {
  values: Record<string, string>;
  problems: Map<string, string>;
}

/** Returns the names of the secrets of a configuration schema, in the order of the schema. */
function secretNames(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties)
    .filter(([, property]) => (property as { secret?: unknown }).secret === true)
    .map(([name]) => name);
}

/**
 * Reads the secrets of a schema that the environment names by file, with the variables `<name>_FILE`. Removes newlines at
 * the end of a file. Problems do not contain the path, because it can be a secret that was set by mistake.
 * @param environment variables that are set, without empty ones
 */
export function readSecretFiles(
  schema: z.ZodType,
  environment: Readonly<Record<string, string>>,
): SecretFiles {
  const files: SecretFiles = { values: {}, problems: new Map() };
  // Most processes have no such variable. They do not pay for the conversion of the schema.
  if (!Object.keys(environment).some((name) => name.endsWith(SUFFIX))) return files;
  for (const name of secretNames(schema)) {
    const variable = `${name}${SUFFIX}`;
    const path = environment[variable];
    if (path === undefined) continue;
    if (environment[name] !== undefined) {
      files.problems.set(name, `${variable}: cannot be set together with ${name}`);
      continue;
    }
    try {
      const value = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
      if (value === '') files.problems.set(name, `${variable}: the file is empty`);
      else files.values[name] = value;
    } catch (error) {
      files.problems.set(name, `${variable}: ${reasonOf(error as NodeJS.ErrnoException)}`);
    }
  }
  return files;
}

const reasonOf = ({ code }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' ? 'the file does not exist' : `the file cannot be read (${code})`;
