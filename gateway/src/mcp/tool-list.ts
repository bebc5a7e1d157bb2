import { z } from 'zod';
import type { Tool, ToolAnnotations } from './tool.ts';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  outputSchema: { type: 'object' } & Record<string, unknown>;
  annotations: ToolAnnotations & { title: string };
}

export const toListed = (tool: Tool): ListedTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.notes === undefined ? tool.summary : `${tool.summary} ${tool.notes}`,
  inputSchema: toJsonSchema(tool.input, 'input'),
  outputSchema: toJsonSchema(resultSchema(tool.output), 'output'),
  annotations: { title: tool.title, ...tool.annotations },
});

/**
 * Success and failure in one: only `success` is required and anything may be added, since SDK clients of 2025
 * check failures against it as well and would hide them.
 * @see AUTH-AND-MCP.md 5.3
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
  return { ...(portable(rest) as object), type: 'object' };
}

/**
 * The same in words that every model vendor's dialect knows: some read neither an empty schema nor a list of types.
 * @see the inspector's `tools/list --strict`
 */
function portable(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(portable);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => {
      if (key === 'type' && Array.isArray(value))
        return ['anyOf', value.map((type) => ({ type: type as unknown }))];
      if (key === 'additionalProperties' && isEmptyObject(value)) return [key, true];
      return [key, portable(value)];
    }),
  );
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
