import type { Tool } from './tool.ts';
import { EXTENDED_TOOLS, TOOLS } from './tools.ts';

/** Names of the tool sets, as in `/mcp?tools=core`. */
export const TOOL_SET_NAMES = ['core', 'standard', 'extended'] as const;
export type ToolSetName = (typeof TOOL_SET_NAMES)[number];

/**
 * Tools of a client with a small context window: what an assistant needs to remember, find, correct and connect. `recall`
 * returns whole texts, so `search` and `fetch` are not necessary.
 */
const CORE_TOOLS = new Set(['awaken', 'store', 'recall', 'update_memory', 'connect']);

/** Tools of each set, in the order of `tools/list`. @see docs/reference/mcp-tools.md#tool-sets */
export const TOOL_SETS: Readonly<Record<ToolSetName, readonly Tool[]>> = {
  core: TOOLS.filter(({ name }) => CORE_TOOLS.has(name)),
  standard: TOOLS,
  extended: [...TOOLS, ...EXTENDED_TOOLS],
};
