import { DEFAULT_MAX_MESSAGE_BYTES } from './tool.ts';
import type { Tool } from './tool.ts';
import { awaken } from './tools/awaken.ts';
import { connect } from './tools/connect.ts';
import { deleteArtifact } from './tools/delete-artifact.ts';
import { disconnect } from './tools/disconnect.ts';
import { evolveMemory } from './tools/evolve-memory.ts';
import { explore } from './tools/explore.ts';
import { fetch } from './tools/fetch.ts';
import { forget } from './tools/forget.ts';
import { listArtifacts } from './tools/list-artifacts.ts';
import { listContexts } from './tools/list-contexts.ts';
import { recall } from './tools/recall.ts';
import { reflect } from './tools/reflect.ts';
import { resolveContradiction } from './tools/resolve-contradiction.ts';
import { restoreContext } from './tools/restore-context.ts';
import { retrieveArtifact } from './tools/retrieve-artifact.ts';
import { saveArtifact } from './tools/save-artifact.ts';
import { saveContext } from './tools/save-context.ts';
import { search } from './tools/search.ts';
import { store } from './tools/store.ts';
import { updateMemory } from './tools/update-memory.ts';

/** Tools of the standard set in the order of `tools/list`. @see docs/reference/mcp-tools.md */
export const TOOLS: readonly Tool[] = [
  awaken,
  store,
  recall,
  search,
  fetch,
  updateMemory,
  connect,
  disconnect,
  explore,
  saveContext,
  restoreContext,
  listContexts,
  reflect,
  saveArtifact,
  retrieveArtifact,
  listArtifacts,
  deleteArtifact,
];

/** Names of these tools, for the awakening briefing of the personality service. */
export const TOOL_NAMES: readonly string[] = TOOLS.map(({ name }) => name);

/** Tools that only the extended set contains. */
export const EXTENDED_TOOLS: readonly Tool[] = [evolveMemory, forget, resolveContradiction];

/** Maximum bytes of a request body: the largest limit of any tool. */
export const MAX_MESSAGE_BYTES = Math.max(
  ...TOOLS.map(({ maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES }) => maxMessageBytes),
);

const byName = new Map([...TOOLS, ...EXTENDED_TOOLS].map((tool) => [tool.name, tool]));

export const findTool = (name: string): Tool | undefined => byName.get(name);
