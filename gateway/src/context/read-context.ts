import { MAX_CONTEXT_PINS } from '@loci/contracts';
import type { CallOptions, ContextMemoryWire, MemoryClient, ServiceClient } from '@loci/contracts';
import { isAppError, unavailable as unavailableError } from '@loci/core';
import type { Caller } from '@loci/core';
import type { OwnWrites } from '../own-writes/own-writes.ts';
import type { Retriever } from '../search/retriever.ts';
import { hybridSearch } from '../search/hybrid-search.ts';
import type { HybridSearch } from '../search/hybrid-search.ts';
import type { HybridSearchDeps } from '../search/search-context.ts';
import type { ContextContradiction, ContextMemory, ContextProfile } from './context.resource.ts';
import { CONTEXT_SECTIONS } from './context.schemas.ts';
import type { ContextSection } from './context.schemas.ts';
import { readNewestMemories } from './read-newest-memories.ts';
import { shorten } from './shorten.ts';

export interface ReadContextDeps extends HybridSearchDeps {
  memory: HybridSearchDeps['memory'] & Pick<MemoryClient, 'listPinned' | 'listOpenContradictions'>;
  /** Returns the client of a service by its name. */
  connect(service: string): ServiceClient;
  ownWrites: Pick<OwnWrites, 'waitUntilSearchable'>;
}

export interface ContextRequest {
  /** Search for the relevant memories. Null for the newest memories that match `filter`. */
  search: HybridSearch | null;
  filter: HybridSearch['filter'];
  /** Maximum number of memories, 1 to 50. */
  limit: number;
  sections: readonly ContextSection[];
}

/** Entries of a context before they are packed. */
export interface ContextEntries {
  profile: ContextProfile;
  pinned: ContextMemory[];
  contradictions: ContextContradiction[];
  /** Without the memories in `pinned`. */
  memories: ContextMemory[];
  /** Sections that are missing or incomplete. */
  unavailable: ContextSection[];
  degraded: Retriever[];
  pendingWrites: number;
}

const NO_PROFILE: ContextProfile = { persona_name: null, instructions: [] };
const TIMEOUT_MS = 8_000;

/**
 * Reads the entries of a context with parallel requests, and then the contradictions of the found memories. A section whose
 * service does not respond is empty and named in `unavailable`. If the pinned or the found memories are read only for their
 * contradictions, `unavailable` names the contradictions.
 *
 * @param signal aborted when the caller disconnects
 * @throws SYS_SERVICE_UNAVAILABLE if no section is available
 */
export async function readContext(
  deps: ReadContextDeps,
  caller: Caller,
  { search, filter, limit, sections }: ContextRequest,
  signal: AbortSignal,
): Promise<ContextEntries> {
  const { tenantId, requestId } = caller;
  const options: CallOptions = { signal, requestId, timeoutMs: TIMEOUT_MS };
  const unavailable = new Set<ContextSection>();
  const shows = (section: ContextSection): boolean => sections.includes(section);
  const read = async <Data>(
    section: ContextSection,
    needed: boolean,
    empty: Data,
    load: () => Promise<Data>,
  ) => {
    if (!needed) return empty;
    try {
      return await load();
    } catch (error) {
      signal.throwIfAborted();
      if (!isAppError(error) || error.code !== 'SYS_SERVICE_UNAVAILABLE') throw error;
      // A section that is not returned is read only for its contradictions.
      unavailable.add(shows(section) ? section : 'contradictions');
      return empty;
    }
  };
  const needsMemories = shows('memories') || shows('contradictions');
  const [profile, pinned, found] = await Promise.all([
    read('profile', shows('profile'), NO_PROFILE, () =>
      readProfile(deps.connect('personality'), caller, options),
    ),
    read('pinned', shows('pinned') || shows('contradictions'), [], async () =>
      (await deps.memory.listPinned(tenantId, MAX_CONTEXT_PINS, options)).items.map(toContextMemory),
    ),
    read('memories', needsMemories, NOTHING_FOUND, () =>
      search === null
        ? readNewestMemories(deps.connect('memory'), caller, filter, limit, options)
        : searchMemories(deps, caller, search, signal),
    ),
  ]);
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const notPinned = found.memories.filter(({ id }) => !pinnedIds.has(id));
  const memoryIds = [...pinned, ...notPinned].flatMap(({ id, document }) => (document === null ? id : []));
  const contradictions = await read(
    'contradictions',
    shows('contradictions') && memoryIds.length > 0,
    [],
    async () =>
      (await deps.memory.listOpenContradictions(tenantId, memoryIds, options)).map((contradiction) => ({
        ...contradiction,
        source: toContextMemory(contradiction.source),
        target: toContextMemory(contradiction.target),
      })),
  );
  if (unavailable.size === sections.length && contradictions.length === 0)
    throw unavailableError('The context');
  return {
    profile,
    pinned: shows('pinned') ? pinned : [],
    contradictions,
    memories: !shows('memories') ? [] : shows('pinned') ? notPinned : found.memories,
    unavailable: CONTEXT_SECTIONS.filter((section) => unavailable.has(section)),
    degraded: found.degraded,
    pendingWrites: found.pendingWrites,
  };
}

/** Memories of a context, with what a search reports about missing ones. */
export interface FoundMemories {
  memories: ContextMemory[];
  degraded: Retriever[];
  pendingWrites: number;
}

const NOTHING_FOUND: FoundMemories = { memories: [], degraded: [], pendingWrites: 0 };

async function searchMemories(
  deps: ReadContextDeps,
  caller: Caller,
  search: HybridSearch,
  signal: AbortSignal,
): Promise<FoundMemories> {
  const pendingWrites = await deps.ownWrites.waitUntilSearchable(caller, signal);
  const { hits, degraded } = await hybridSearch(deps, caller, search, signal);
  const memories = hits.map(({ item, fused }) => ({
    ...shorten(item.content),
    id: item.id,
    memory_type: item.memory_type,
    importance: item.importance,
    occurred_at: item.occurred_at,
    tags: item.tags,
    document: item.document,
    score: fused.score,
  }));
  return { memories, degraded, pendingWrites };
}

async function readProfile(
  personality: ServiceClient,
  caller: Caller,
  options: CallOptions,
): Promise<ContextProfile> {
  const { persona_name, custom_traits: traits } = (await personality(
    caller,
    { method: 'get', path: '/api/v2/personality' },
    options,
  )) as { persona_name: string | null; custom_traits: { content: string }[] };
  return { persona_name, instructions: traits.map(({ content }) => content) };
}

const toContextMemory = ({ content, ...memory }: ContextMemoryWire): ContextMemory => ({
  ...memory,
  ...shorten(content),
  document: null,
  score: null,
});
