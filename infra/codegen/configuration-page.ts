import { z } from 'zod';

/** A program with its configuration schema. */
export interface Program {
  title: string;
  /** Text below the title. */
  note?: string;
  schema: z.ZodType;
}

interface Variable {
  name: string;
  row: string;
}

/** Content of `docs/configuration.md`. Variables that several services share are listed once. */
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

Loci is configured with environment variables, which are read once at startup. If a value is invalid, the process ends
and lists all invalid variables. An empty variable counts as unset. This page is generated from the configuration schemas
with \`npm run generate\`.

${section(standalone)}
Generated secrets are stored in \`DATA_DIR/secrets\` with file mode 0600. Back them up with the data: without the pepper, no
API key works; without the signing key secret, the signing keys cannot be decrypted.

## Distributed services

Each service is started with \`node <folder>/src/main.ts\` and reads only its own variables. The first table lists the
variables that several services share. Variables that belong together, such as a user and a password, must be set together.

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
    const { description = '', default: fallback } = property as { description?: string; default?: unknown };
    const unset = required.includes(name)
      ? 'required'
      : fallback === undefined
        ? ''
        : `\`${String(fallback)}\``;
    return { name, row: `| \`${name}\` | ${description} | ${unset} |` };
  });
}
