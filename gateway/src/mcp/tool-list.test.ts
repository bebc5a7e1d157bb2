import { describe, expect, test } from '@jest/globals';
import { resultSchema, toListedTool } from './tool-list.ts';
import { TOOL_SETS } from './tool-sets.ts';
import type { ToolSetName } from './tool-sets.ts';
import { TOOLS, TOOL_NAMES } from './tools.ts';

/** Documented tools with their parameters; `!` marks the required ones. @see docs/reference/mcp-tools.md */
const DOCUMENTED = {
  awaken: 'query max_tokens',
  store:
    'content! tags importance occurred_at valid_from valid_until expires_at ttl_seconds pinned idempotency_key',
  recall:
    'query! limit source_type memory_types min_importance tags start_date end_date include as_of known_at recency_half_life_days min_relevance diversity time_zone reference_time explain why_not',
  search:
    'query! limit source_type memory_types min_importance tags start_date end_date include as_of known_at',
  fetch: 'id! cursor as_of known_at',
  update_memory:
    'memory_id! content importance tags valid_from valid_until expires_at ttl_seconds pinned idempotency_key',
  connect: 'from_memory! to_memory! relationship_type! strength valid_from valid_until idempotency_key',
  disconnect: 'from_memory! to_memory! idempotency_key',
  explore: 'start_memory! max_depth relationship_types include_inactive include as_of known_at max_tokens',
  save_context: 'name! description idempotency_key',
  restore_context: 'name! limit',
  list_contexts: 'limit offset cursor name_pattern include_descriptions',
  reflect: 'time_window include_documents start_date end_date',
  save_artifact: 'content! path! idempotency_key',
  retrieve_artifact: 'path!',
  list_artifacts: 'path_prefix name_pattern cursor',
  delete_artifact: 'path! idempotency_key',
};

test('tools/list contains the documented tools with their parameters', () => {
  const listed = Object.fromEntries(
    TOOLS.map((tool) => toListedTool(tool, { structured: false })).map(({ name, inputSchema }) => {
      const required = (inputSchema['required'] ?? []) as string[];
      const parameters = Object.keys((inputSchema['properties'] ?? {}) as object);
      return [name, parameters.map((key) => (required.includes(key) ? `${key}!` : key)).join(' ')];
    }),
  );
  expect(listed).toEqual(DOCUMENTED);
});

test('the names of the tools for the briefing are those of the documented tools', () => {
  expect(TOOL_NAMES).toEqual(Object.keys(DOCUMENTED));
});

/** Parameters without a description in at least one tool, because their name, another tool or the instructions explain them. */
const SELF_EXPLANATORY = new Set(
  (
    'as_of content explain include query memory_types min_importance start_date contradiction_id cursor end_date evolution_type expires_at from_memory id idempotency_key importance ' +
    'diversity include_descriptions include_documents include_inactive known_at limit max_depth max_tokens memory_id name ' +
    'new_content offset path path_prefix pinned query reason reference_time relationship_type resolution source_type start_memory tags time_zone ' +
    'to_memory ttl_seconds valid_from valid_until description'
  ).split(' '),
);

describe.each(
  TOOL_SETS.extended.map((tool) => [tool.name, tool, toListedTool(tool, { structured: true })] as const),
)('the tool %s', (name, tool, listed) => {
  test('has a valid name, a title and a description of less than 1,000 characters', () => {
    expect(name).toMatch(/^[a-z_]{1,64}$/);
    expect(listed.title).not.toBe('');
    expect(listed.description.length).toBeLessThan(1_000);
  });

  test('has read-only and destructive hints that match its scope', () => {
    const { readOnlyHint, destructiveHint } = listed.annotations;
    expect(readOnlyHint).toBe(tool.scope === 'read');
    expect(readOnlyHint || destructiveHint !== undefined).toBe(true);
  });

  test('has an output schema that accepts a failure and requires only "success"', () => {
    const schema = resultSchema(tool.output);
    const failure = { success: false, error: 'x', error_code: 'NOT_FOUND', operation: name };
    expect(schema.safeParse(failure).data).toEqual(failure);
    expect(schema.safeParse({ error: 'x' }).success).toBe(false);
    expect(listed.outputSchema!['required']).toEqual(['success']);
  });

  test('has a description for every parameter that its name does not explain', () => {
    const parameters = (listed.inputSchema['properties'] ?? {}) as Record<string, { description?: string }>;
    const withoutDescription = Object.entries(parameters).flatMap(([parameter, { description }]) =>
      description === undefined ? parameter : [],
    );
    expect(withoutDescription.filter((parameter) => !SELF_EXPLANATORY.has(parameter))).toEqual([]);
  });

  test('has schemas that contain neither lists of types nor empty schemas', () => {
    const parts: unknown[] = [listed.inputSchema, listed.outputSchema];
    for (const part of parts) {
      if (typeof part !== 'object' || part === null) continue;
      expect(part).not.toHaveProperty('type', expect.any(Array));
      expect(part).not.toHaveProperty('additionalProperties', {});
      parts.push(...Object.values(part));
    }
  });
});

describe('the size of tools/list in tokens, with four characters per token', () => {
  const sizeOf = (set: ToolSetName): number =>
    Math.ceil(
      JSON.stringify(TOOL_SETS[set].map((tool) => toListedTool(tool, { structured: false }))).length / 4,
    );

  test.each<[ToolSetName, number]>([
    ['core', 1_150],
    ['standard', 2_342],
    ['extended', 2_750],
  ])('is limited for the set %s to %i', (set, limit) => {
    expect(sizeOf(set)).toBeLessThanOrEqual(limit);
  });
});
