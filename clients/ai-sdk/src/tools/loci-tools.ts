import type { Loci } from '@loci/client';
import type { Tool } from 'ai';
import { connectTool } from './connect-tool.ts';
import type { ConnectInput, ConnectOutput } from './connect-tool.ts';
import { recallTool } from './recall-tool.ts';
import type { RecallInput, RecallOutput } from './recall-tool.ts';
import { storeTool } from './store-tool.ts';
import type { StoreInput, StoreOutput } from './store-tool.ts';

/** Options of {@link lociTools}. */
export interface LociToolsOptions {
  /**
   * Tags of every stored memory, at most 9, for example one per user of the application. `recall` then finds only
   * memories with at least one of these tags.
   */
  tags?: readonly string[] | undefined;
}

/** Tools by the name that the model calls. A type alias, because an interface is not assignable to `ToolSet`. */
export type LociTools = {
  store: Tool<StoreInput, StoreOutput>;
  recall: Tool<RecallInput, RecallOutput>;
  connect: Tool<ConnectInput, ConnectOutput>;
};

/** Limit of the server, less one tag that the model can choose. */
const MAX_TAGS = 9;

/**
 * Returns the tools `store`, `recall` and `connect` for `generateText`, `streamText` and agents.
 *
 * A tool that fails throws the error of the client. The AI SDK passes its message to the model.
 *
 * @throws RangeError if `tags` has more than 9 tags
 * @see docs/reference/mcp-tools.md
 */
export function lociTools(client: Loci, { tags = [] }: LociToolsOptions = {}): LociTools {
  if (tags.length > MAX_TAGS) {
    throw new RangeError(`\`tags\` can have at most ${MAX_TAGS} tags, not ${tags.length}.`);
  }
  return { store: storeTool(client, tags), recall: recallTool(client, tags), connect: connectTool(client) };
}
