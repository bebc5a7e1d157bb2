import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Container } from './container.ts';
import { imageEnvironment } from './image-environment.ts';
import { ROOT } from './root.ts';

interface ConfigModule {
  environmentSchema: z.ZodType;
}

/** Variables that every program may have, because Node.js reads them. */
const OF_NODE = new Set(['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS']);

/**
 * Validates the environment of containers with the configuration schema of their program. Finds unknown
 * names, missing variables and invalid values. Empty values count as unset.
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
  const known = namesIn(schema);
  const unknown = Object.keys(environment)
    .filter((variable) => !known.has(variable))
    .map((variable) => `${name}: ${variable} is not a variable of this program`);
  const set = Object.fromEntries(
    Object.entries({ ...imageEnvironment(), ...environment }).filter(([, value]) => value !== ''),
  );
  const { error } = schema.safeParse(set);
  const refused = (error?.issues ?? []).map((issue) => `${name}: ${issue.path.join('.')}: ${issue.message}`);
  return [...unknown, ...refused];
}

async function schemaOf([program, main]: readonly string[]): Promise<z.ZodType | undefined> {
  const config = main?.replace(/(^|\.|\/)main\.ts$/, '$1config.ts');
  if (program !== 'node' || config === undefined || config === main) return undefined;
  const path = join(ROOT, config);
  if (!existsSync(path) || !existsSync(join(ROOT, main!))) return undefined;
  // The module is imported by path, because not every package exports its configuration.
  const module = (await import(pathToFileURL(path).href)) as ConfigModule;
  return module.environmentSchema;
}

function namesIn(schema: z.ZodType): Set<string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Set([...Object.keys(properties), ...OF_NODE]);
}
