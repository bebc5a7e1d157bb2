import { z } from 'zod';

/** A program that is configured by environment variables. */
export interface Program {
  title: string;
  /** A sentence or two below the title. */
  note?: string;
  schema: z.ZodType;
}

interface Variable {
  name: string;
  row: string;
}

/**
 * `docs/configuration.md` from the schemas of the environments: what a variable is called, what it does, what it is when
 * unset. Variables that several services share are listed once.
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

Everything is set by environment variables, read once at the start. A value that is not valid stops the start with
the names of all bad variables. An empty variable counts as unset. This page is generated from the schemas
(\`npm run generate\`); a test keeps it true.

${section(standalone)}
What is "made once" lies in \`DATA_DIR/secrets\`, readable by its owner alone. Keep it with the data: without the
pepper no API key works, without the signing key secret the signing keys cannot be read.

## Services as processes of their own

Each service is started by \`node <folder>/src/main.ts\` and reads only its own variables. What more than one of them
reads is in the first table; half a set-up (a user without a password) is refused.

| Variable | What it does | Unset | Read by |
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
  `| Variable | What it does | Unset |\n|---|---|---|\n${variables.map(({ row }) => row).join('\n')}\n`;

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
