import { describe, expect, test } from '@jest/globals';
import { resultSchema, toListed } from './tool-list.ts';
import { toolReference } from './tool-reference.ts';
import { TOOLS } from './tools.ts';

/** SPEC.md "Assistant tool interface": names with their parameters, required ones marked. */
const SPEC = {
  awaken: '',
  store: 'content! tags importance',
  recall: 'query! limit source_type tags start_date end_date',
  search: 'query! limit',
  fetch: 'id!',
  update_memory: 'memory_id! content importance tags',
  connect: 'from_memory! to_memory! relationship_type! strength',
  disconnect: 'from_memory! to_memory!',
  explore: 'start_memory! max_depth relationship_types',
  save_context: 'name! description',
  restore_context: 'name! limit',
  list_contexts: 'limit offset name_pattern include_descriptions',
  reflect: 'time_window include_documents start_date end_date',
  save_artifact: 'content! path!',
  retrieve_artifact: 'path!',
  list_artifacts: 'path_prefix name_pattern',
  delete_artifact: 'path!',
};

test('the tools are SPEC.md’s, with its parameters', () => {
  const listed = Object.fromEntries(
    TOOLS.map(toListed).map(({ name, inputSchema }) => {
      const required = (inputSchema['required'] ?? []) as string[];
      const parameters = Object.keys((inputSchema['properties'] ?? {}) as object);
      return [name, parameters.map((key) => (required.includes(key) ? `${key}!` : key)).join(' ')];
    }),
  );
  expect(listed).toEqual(SPEC);
});

test('the briefing gets the same table', () => {
  const told = Object.fromEntries(
    toolReference().map(({ name, parameters }) => [
      name,
      parameters.map((parameter) => (parameter.required ? `${parameter.name}!` : parameter.name)).join(' '),
    ]),
  );
  expect(told).toEqual(SPEC);
  for (const { summary } of toolReference()) expect(summary).toMatch(/^[A-Z][^\n]*[^.]\.$/);
});

describe.each(TOOLS.map(toListed).map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('says what it is, and what it does to what is stored', () => {
    expect(name).toMatch(/^[a-z_]{1,64}$/);
    expect(tool.title).not.toBe('');
    expect(tool.description.length).toBeLessThan(1_000);
    const { annotations } = tool;
    expect(annotations.readOnlyHint || annotations.destructiveHint !== undefined).toBe(true);
    const reads = TOOLS.find((entry) => entry.name === name)!.scope === 'read';
    expect(annotations.readOnlyHint).toBe(reads);
  });

  test('its result may be a failure, and every parameter is described', () => {
    const schema = resultSchema(TOOLS.find((entry) => entry.name === name)!.output);
    const failure = { success: false, error: 'x', error_code: 'NOT_FOUND', operation: name };
    expect(schema.safeParse(failure).data).toEqual(failure);
    expect(schema.safeParse({ error: 'x' }).success).toBe(false);
    expect(tool.outputSchema['required']).toEqual(['success']);
    const parameters = (tool.inputSchema['properties'] ?? {}) as Record<string, { description?: string }>;
    for (const parameter of Object.values(parameters)) expect(parameter.description).toBeTruthy();
  });

  test('its schemas are portable: one type each, and nothing empty', () => {
    const parts: unknown[] = [tool.inputSchema, tool.outputSchema];
    for (const part of parts) {
      if (typeof part !== 'object' || part === null) continue;
      expect(part).not.toHaveProperty('type', expect.any(Array));
      expect(part).not.toHaveProperty('additionalProperties', {});
      parts.push(...Object.values(part));
    }
  });
});
