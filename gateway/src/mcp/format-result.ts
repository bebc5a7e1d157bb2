const DECIMALS = 4;
const FACTOR = 10 ** DECIMALS;

/**
 * Formats the result of a tool as JSON for a language model. Below the fields of the result, fields that are null or an
 * empty list are omitted, and numbers have at most four decimals. The fields of the result themselves are complete, because
 * programs read them.
 *
 * @see docs/reference/mcp-tools.md#tool-results
 */
export const formatResult = (result: object): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(result).map(([name, value]: [string, unknown]) => [name, compact(value)]),
    ),
  );

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
