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
  return { ...rest, type: 'object' };
}
