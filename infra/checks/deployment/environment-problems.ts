import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { placeholderFor, programOf } from './container.ts';
import type { Container } from './container.ts';
import { imageEnvironment } from './image-environment.ts';
import { ROOT } from './root.ts';

interface ConfigModule {
  environmentSchema: z.ZodType;
}

/** Variables that every program may have, because Node.js reads them. */
const OF_NODE = new Set(['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS']);
const FILE_SUFFIX = '_FILE';

/**
 * Validates the environment of containers with the configuration schema of their program. Finds unknown
 * names, missing variables, invalid values, and secrets that are set both as a value and as a file. Empty values count as
 * unset. The files of secrets are not read.
 *
 * @returns one line per problem; empty if every program would start
 */
export async function environmentProblems(containers: readonly Container[]): Promise<string[]> {
  const problems = await Promise.all(containers.map(problemsOf));
  return problems.flat();
}

async function problemsOf({ name, command, environment }: Container): Promise<string[]> {
  const schema = await schemaOf(command);
  if (schema === undefined) return [`${name}: "${command.join(' ')}" does not start a known program`];
  const { names, secrets } = variablesIn(schema);
  const unknown = Object.keys(environment)
    .filter((variable) => !names.has(variable))
    .map((variable) => `${name}: ${variable} is not a variable of this program`);
  const image = imageEnvironment(programOf(command)!.includes('/standalone/') ? 'standalone' : 'services');
  const set = Object.fromEntries(
    Object.entries({ ...image, ...environment }).filter(([, value]) => value !== ''),
  );
  const inFiles = secrets.filter((secret) => set[`${secret}${FILE_SUFFIX}`] !== undefined);
  const twice = inFiles
    .filter((secret) => set[secret] !== undefined)
    .map((secret) => `${name}: ${secret} is also set by ${secret}${FILE_SUFFIX}`);
  const fromFiles = Object.fromEntries(inFiles.map((secret) => [secret, placeholderFor(secret)]));
  const { error } = schema.safeParse({ ...set, ...fromFiles });
  const refused = (error?.issues ?? []).map((issue) => `${name}: ${issue.path.join('.')}: ${issue.message}`);
  return [...unknown, ...twice, ...refused];
}

async function schemaOf(command: readonly string[]): Promise<z.ZodType | undefined> {
  const main = programOf(command);
  const config = main?.replace(/(^|\.|\/)main\.ts$/, '$1config.ts');
  if (main === undefined || config === undefined || config === main) return undefined;
  const path = join(ROOT, config);
  if (!existsSync(path) || !existsSync(join(ROOT, main))) return undefined;
  // The module is imported by path, because not every package exports its configuration.
  const module = (await import(pathToFileURL(path).href)) as ConfigModule;
  return module.environmentSchema;
}

function variablesIn(schema: z.ZodType): { names: ReadonlySet<string>; secrets: readonly string[] } {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const secrets = Object.entries(properties)
    .filter(([, property]) => (property as { secret?: boolean }).secret === true)
    .map(([name]) => name);
  const files = secrets.map((secret) => `${secret}${FILE_SUFFIX}`);
  return { names: new Set([...Object.keys(properties), ...files, ...OF_NODE]), secrets };
}
