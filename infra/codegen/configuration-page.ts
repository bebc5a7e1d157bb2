import { z } from 'zod';

/** A program with its configuration schema. */
export interface Program {
  title: string;
  /** Text below the title. */
  note?: string;
  schema: z.ZodType;
}

const IN_FILE = '[Can be in a file](#secrets-in-files).';

interface Property {
  description?: string;
  default?: unknown;
  /** True for a variable whose value `<name>_FILE` can name. */
  secret?: boolean;
}

interface Variable {
  name: string;
  row: string;
}

/**
 * Generates the content of `docs/configuration.md`. Lists a variable of several services once, in the section
 * of shared variables.
 */
export function configurationPage(
  standalone: Program,
  services: readonly Program[],
  tools: readonly Program[],
): string {
  const ofServices = services.map((program) => ({ program, variables: variablesOf(program.schema) }));
  const uses = new Map<string, number>();
  for (const { variables } of ofServices) {
    for (const { row } of variables) uses.set(row, (uses.get(row) ?? 0) + 1);
  }
  const isShared = ({ row }: Variable): boolean => uses.get(row)! > 1;
  const shared = new Map(
    ofServices
      .flatMap(({ variables }) => variables.filter(isShared))
      .map((variable) => [variable.row, variable]),
  );
  const usersOf = (row: string): string =>
    ofServices
      .filter(({ variables }) => variables.some((variable) => variable.row === row))
      .map(({ program }) => program.title)
      .join(', ');
  return `# Configuration

Loci is configured with environment variables, for example:

<!-- tested: tests/start/start-contract.test.ts -->

\`\`\`sh
PORT=9000 LOG_LEVEL=info npm start
\`\`\`

Each process reads the variables once at startup. If a value is invalid, the process prints the name of each
invalid variable with the reason, and exits with code 2. An empty variable counts as unset. If the column
"Default" contains \`required\`, you must set the variable. All other variables are optional, unless their description names a condition. This page is
generated from the configuration schemas with \`npm run generate\`.

## Secrets in files

Each variable with the note "Can be in a file" has a second variable with the suffix \`_FILE\`, which contains the path of a file
with the value, such as \`INTERNAL_SECRET_FILE=/run/secrets/internal-secret\`. A value in a file does not appear in the environment of
the process. The process reads the file once at startup, and removes newlines at its end. It exits with code 2 if both variables are
set, or if the file does not exist, cannot be read or is empty.

${section(standalone)}
Generated secrets are stored in \`DATA_DIR/secrets\` with file mode 0600.
[Back them up with the data](recovery.md#back-up-the-standalone-platform). If \`API_KEY_PEPPER\` is lost, all API keys
become invalid. If \`SIGNING_KEY_SECRET\` is lost, the platform does not start, because it cannot decrypt the
stored signing keys. If \`WEBHOOK_ENCRYPTION_KEY\` is lost, webhooks receive no messages until their secrets are rotated.

## Distributed services

Start each service with \`node <folder>/src/main.ts\`. [Components](distributed.md#components) lists the
folders. A service ignores the variables of other services. The first table lists the variables that several
services share. The tables below it list the other variables of each service. Always set a user name together
with its password, and an S3 access key ID together with its secret access key.

| Variable | Description | Default | Used by |
|---|---|---|---|
${[...shared.values()].map(({ row }) => `${row} ${usersOf(row)} |`).join('\n')}

${ofServices
  .map(({ program, variables }) => ({ program, own: variables.filter((variable) => !isShared(variable)) }))
  .filter(({ own }) => own.length > 0)
  .map(({ program, own }) => `### ${program.title}\n\n${table(own)}`)
  .join('\n')}
${tools.map((program) => section(program)).join('\n')}`;
}

const section = ({ title, note, schema }: Program): string =>
  `## ${title}\n\n${note === undefined ? '' : `${note}\n\n`}${table(variablesOf(schema))}`;

const table = (variables: readonly Variable[]): string =>
  `| Variable | Description | Default |\n|---|---|---|\n${variables.map(({ row }) => row).join('\n')}\n`;

function variablesOf(schema: z.ZodType): Variable[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => {
    const { description, default: fallback, secret } = property as Property;
    const unset = required.includes(name)
      ? 'required'
      : fallback === undefined
        ? ''
        : `\`${String(fallback)}\``;
    return {
      name,
      row: `| \`${name}\` | ${[description, ...(secret === true ? [IN_FILE] : [])].join(' ')} | ${unset} |`,
    };
  });
}
