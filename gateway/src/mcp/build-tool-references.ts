import { TOOLS } from './tools.ts';

/** Description of one tool in the awakening briefing. */
export interface ToolReference {
  name: string;
  /** Purpose of the tool in one sentence, with a period. */
  summary: string;
  parameters: { name: string; required: boolean }[];
}

/** Describes the tools that `/mcp` serves, in their order, for the awakening briefing of the personality service. */
export const buildToolReferences = (): ToolReference[] =>
  TOOLS.map(({ name, summary, input }) => ({
    name,
    summary,
    parameters: Object.entries(input.shape).map(([parameter, schema]) => ({
      name: parameter,
      required: !schema.safeParse(undefined).success,
    })),
  }));
