import { z } from 'zod';
import type { Tool, ToolAnnotations } from './tool.ts';

/** Description of a tool in the response of `tools/list`. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  /** Only for connections with structured results. */
  outputSchema?: { type: 'object' } & Record<string, unknown>;
  annotations: ToolAnnotations;
}

const FRESH: z.ZodRawShape = {
  fresh: z.boolean().describe('false if recent changes of this user can be missing. Absent otherwise.'),
};

/**
 * Returns the description of a tool for `tools/list`. Without structured results, it has no output schema, which is as large
 * as the rest of the description.
 *
 * @see docs/decisions/0033-tool-results-as-text.md
 */
export const toListedTool = (tool: Tool, { structured }: { structured: boolean }): ListedTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.notes === undefined ? tool.summary : `${tool.summary} ${tool.notes}`,
  inputSchema: withoutRules(toJsonSchema(tool.input, 'input')),
  ...(structured && {
    outputSchema: toJsonSchema(resultSchema({ ...tool.output, ...(tool.reads && FRESH) }), 'output'),
  }),
  annotations: tool.annotations,
});

/**
 * Returns the schema of all results of a tool, successes and failures. Only `success` is required and further fields are
 * allowed, because clients with the 2025 SDK also validate failures against it and would hide those that do not match.
 *
 * @see docs/reference/mcp-tools.md#tool-results
 */
export const resultSchema = (fields: z.ZodRawShape) =>
  z.looseObject({
    success: z.boolean(),
    ...z.object(fields).partial().shape,
    error: z.string().optional(),
    error_code: z.string().optional(),
    operation: z.string().optional(),
  });

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return { ...(toPortableSchema(rest) as object), type: 'object' };
}

/** Keywords that a model does not need. The server checks these rules, and names the broken one in its error. */
const RULES = new Set([
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
]);

/**
 * Allows only the other values of an optional parameter that also accepts null. Null has the effect of an omitted argument,
 * except for a parameter of which null removes a value.
 */
function withoutNull(name: string, schema: Property): Property {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (others?.length !== 1 || REMOVABLE.has(name)) return schema;
  const { anyOf: _anyOf, ...rest } = schema;
  return { ...rest, ...others[0] };
}

interface Property {
  type?: string;
  anyOf?: Property[];
}

/** Parameters of which null removes the value. */
const REMOVABLE = new Set(['valid_from', 'valid_until', 'expires_at']);

/** Omits the rules of values, defaults that are empty, and the descriptions of the alternatives of a parameter. */
function withoutRules(schema: ListedTool['inputSchema']): ListedTool['inputSchema'] {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Property>);
  return {
    ...schema,
    ...(properties.length > 0 && {
      properties: Object.fromEntries(
        properties.map(([name, property]) => [
          name,
          removeKeys(
            withoutNull(name, property),
            (key, value, depth) =>
              RULES.has(key) || (key === 'description' && depth > 0) || (key === 'default' && isEmpty(value)),
          ),
        ]),
      ),
    }),
  };
}

/** Returns true for the defaults that a model expects of an optional parameter. */
const isEmpty = (value: unknown): boolean => value === false || value === 0 || value === '';

function removeKeys(
  part: unknown,
  isRemoved: (key: string, value: unknown, depth: number) => boolean,
  depth = 0,
): unknown {
  if (Array.isArray(part)) return part.map((each) => removeKeys(each, isRemoved, depth + 1));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
      isRemoved(key, value, depth) ? [] : [[key, removeKeys(value, isRemoved, depth + 1)]],
    ),
  );
}

/**
 * Rewrites parts of a JSON Schema that some model vendors do not support: lists of types and empty schemas. The MCP
 * inspector reports them with `tools/list --strict`.
 */
function toPortableSchema(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(toPortableSchema);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => {
      if (key === 'type' && Array.isArray(value))
        return ['anyOf', value.map((type) => ({ type: type as unknown }))];
      if (key === 'additionalProperties' && isEmptyObject(value)) return [key, true];
      return [key, toPortableSchema(value)];
    }),
  );
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
