import { z } from 'zod';

/**
 * `docs/configuration.md` from the schema of the environment: what a variable is called, what it does, what it
 * is when unset.
 */
export function configurationPage(schema: z.ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description = '', default: fallback } = property as { description?: string; default?: unknown };
    const unset = required.includes(name)
      ? 'required'
      : fallback === undefined
        ? ''
        : `\`${String(fallback)}\``;
    return `| \`${name}\` | ${description} | ${unset} |`;
  });
  return `# Configuration

Everything is set by environment variables, read once at the start. A value that is not valid stops the start with
the names of all bad variables. An empty variable counts as unset. This page is generated from the schema
(\`npm run generate\`); a test keeps it true.

## \`npm start\`: the whole platform in one process

| Variable | What it does | Unset |
|---|---|---|
${rows.join('\n')}

What is "made once" lies in \`DATA_DIR/secrets\`, readable by its owner alone. Keep it with the data: without the
pepper no API key works, without the signing key secret the signing keys cannot be read.
`;
}
