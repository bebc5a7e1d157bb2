import type { ToolResult } from './call-tool.ts';
import type { Tool } from './tool.ts';

const DECIMALS = 4;
const FACTOR = 10 ** DECIMALS;

/**
 * Formats the result of a tool as JSON for a language model. A success has the fields that `toText` of the tool returns.
 * Below the fields of the result, fields that are null or an empty list are omitted, and numbers have at most four decimals.
 *
 * @see docs/reference/mcp-tools.md#compact-results
 */
export function formatResult({ toText }: Pick<Tool, 'toText'>, result: ToolResult): string {
  const fields = result.success && toText ? toText(result) : result;
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]: [string, unknown]) => [name, compact(value)]),
    ),
  );
}

function compact(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * FACTOR) / FACTOR;
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && !(Array.isArray(field) && field.length === 0))
      .map(([name, field]: [string, unknown]) => [name, compact(field)]),
  );
}
