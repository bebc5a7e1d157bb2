import { validate } from '@loci/http';
import { z } from 'zod';
import { TOOL_SET_NAMES } from '../tool-sets.ts';
import type { ToolSetName } from '../tool-sets.ts';

/** Options of a connection, which are part of the URL of the endpoint. */
export interface EndpointOptions {
  tools: ToolSetName;
  /** True for results as structured content too, and for output schemas of the tools. */
  structured: boolean;
}

const endpointQuery = z.object({
  tools: z.enum(TOOL_SET_NAMES).default('standard'),
  structured: z.enum(['true', 'false']).default('false'),
});

/**
 * Reads the options from the query parameters of a request. Ignores further parameters.
 *
 * @throws VAL_* for an unknown value
 * @see docs/reference/mcp-tools.md#tool-sets
 */
export function readEndpointOptions(query: unknown): EndpointOptions {
  const { tools, structured } = validate(endpointQuery, query, 'query');
  return { tools, structured: structured === 'true' };
}
