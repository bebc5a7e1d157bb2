import { TOOLS } from './tools.ts';

/** One tool as the awakening briefing lists it. */
export interface ToolReference {
  name: string;
  /** One sentence. */
  summary: string;
  parameters: { name: string; required: boolean }[];
}

/** The tools that `/mcp` serves, in its order, for the personality service to tell assistants about. */
export const toolReference = (): ToolReference[] =>
  TOOLS.map(({ name, summary, input }) => ({
    name,
    summary,
    parameters: Object.entries(input.shape).map(([parameter, schema]) => ({
      name: parameter,
      required: !schema.safeParse(undefined).success,
    })),
  }));
