import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError } from './config.ts';

/** A command that is configured with environment variables and accepts only `--help`. */
export interface Command {
  /** How to run the command, such as `npm start`. */
  usage: string;
  /** What the command does, as one sentence. */
  description: string;
  /** Schema of the environment variables of the command. */
  schema: z.ZodType;
}

/**
 * Parses the arguments of a command.
 *
 * @param args without the program and the script
 * @returns the help text if `--help` or `-h` is given, otherwise null
 * @throws ConfigError for any other argument
 */
export function helpOrNull(args: readonly string[], command: Command): string | null {
  try {
    const { values } = parseArgs({ args: [...args], options: { help: { type: 'boolean', short: 'h' } } });
    return values.help === true ? formatHelp(command) : null;
  } catch {
    throw new ConfigError(
      `Unexpected argument: ${args.find((arg) => arg !== '--help' && arg !== '-h')}. Loci is configured with ` +
        `environment variables. List them with: ${command.usage} -- --help`,
    );
  }
}

function formatHelp({ usage, description, schema }: Command): string {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const variables = Object.entries(properties).map(([name, property]) => {
    const { description: text = '', default: fallback } = property as {
      description?: string;
      default?: unknown;
    };
    const value = fallback === undefined || fallback === '' ? '' : ` (default ${String(fallback)})`;
    return `  ${name}${value}\n      ${text}`;
  });
  return [
    `Usage: ${usage}`,
    `       ${usage} -- --help`,
    '',
    description,
    '',
    'Environment variables:',
    ...variables,
    '',
    'See docs/configuration.md.',
  ].join('\n');
}
