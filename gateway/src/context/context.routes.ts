import { Reply, route } from '@loci/http';
import type { Route } from '@loci/http';
import { WIRE_NAMES } from '../search/hybrid-search.resource.ts';
import { toFilter, toReference, toSearchWithDefaults } from '../search/hybrid-search.schemas.ts';
import type { ReadLog } from '../search/read-log.ts';
import { contextResource } from './context.resource.ts';
import { CONTEXT_SECTIONS, contextBody } from './context.schemas.ts';
import { contradictionLine, memoryLine, profileLines } from './format-entries.ts';
import { packSections } from './pack-sections.ts';
import { readContext } from './read-context.ts';
import type { ReadContextDeps } from './read-context.ts';

/** Tokens of a typical memory. The search finds as many memories as fit if they are of this size. */
const TOKENS_PER_MEMORY = 60;
const MIN_MEMORIES = 5;
const MAX_MEMORIES = 50;

/** The operation that collects what an assistant needs for its next answer. */
export const contextRoutes = (deps: ReadContextDeps & { readLog: Pick<ReadLog, 'noteFound'> }): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/context',
    scope: 'read',
    summary: 'Get the context for a prompt',
    operationId: 'getContext',
    description:
      'Returns custom instructions, pinned memories, memories that are relevant to a query, and their open contradictions, as a text of at most `max_tokens` tokens for a language model.',
    reads: ['memory', 'search', 'graph'],
    body: contextBody,
    response: contextResource,
    errors: ['SYS_SERVICE_UNAVAILABLE'],
    example: { body: { query: 'What does Ada like to drink?', max_tokens: 500 } },
    handle: async ({ caller, body, signal }) => {
      const { query, max_tokens: maxTokens, sections, diversity } = body;
      const filter = toFilter(body);
      const limit = Math.min(Math.max(Math.ceil(maxTokens / TOKENS_PER_MEMORY), MIN_MEMORIES), MAX_MEMORIES);
      const entries = await readContext(
        deps,
        caller,
        {
          search:
            query == null
              ? null
              : {
                  ...toSearchWithDefaults(query, limit, filter),
                  ...toReference(body),
                  diversity,
                  withRelationships: false,
                },
          filter,
          limit,
          sections: sections ?? CONTEXT_SECTIONS,
        },
        signal,
      );
      const { profile, pinned, contradictions, memories, unavailable, degraded, pendingWrites } = entries;
      const lines = {
        profile: profileLines(profile),
        pinned: pinned.map(memoryLine),
        contradictions: contradictions.map(contradictionLine),
        memories: memories.map(memoryLine),
      };
      const { text, tokens, included } = packSections(lines, maxTokens);
      const select = <Entry>(all: readonly Entry[], positions: readonly number[]): Entry[] =>
        positions.map((position) => all[position]!);
      const context = {
        text,
        tokens,
        profile: selectProfile(profile, included.profile),
        pinned: select(pinned, included.pinned),
        contradictions: select(contradictions, included.contradictions),
        memories: select(memories, included.memories),
        omitted: {
          profile: lines.profile.length - included.profile.length,
          pinned: lines.pinned.length - included.pinned.length,
          contradictions: lines.contradictions.length - included.contradictions.length,
          memories: lines.memories.length - included.memories.length,
        },
        unavailable,
        degraded: degraded.map((retriever) => WIRE_NAMES[retriever]),
        pending_writes: pendingWrites,
      };
      deps.readLog.noteFound(
        caller,
        [...context.pinned, ...context.memories].flatMap(({ id, document }) => (document === null ? id : [])),
      );
      return new Reply(context, { isIncomplete: unavailable.length > 0 || degraded.length > 0 });
    },
  }),
];

/** Returns the parts of a profile whose lines are in the text. The line of the persona is the first one, if there is one. */
function selectProfile(
  { persona_name: name, instructions }: { persona_name: string | null; instructions: string[] },
  positions: readonly number[],
) {
  const first = name === null ? 0 : 1;
  return {
    persona_name: name !== null && positions.includes(0) ? name : null,
    instructions: positions.flatMap((position) => (position < first ? [] : instructions[position - first]!)),
  };
}
