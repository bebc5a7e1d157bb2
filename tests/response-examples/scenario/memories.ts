import type { Loci, MemoryInput } from '@loci/client';
import { eventually } from '../../support/eventually.ts';
import { FRESH, SEARCHABLE } from '../../support/client-calls.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

/** IDs of the memories of the scenario. */
export interface ScenarioMemories {
  /** Prefers tea. */
  tea: string;
  /** Lives in London, until another version says Lisbon. */
  home: string;
  engines: string;
  /** Drinks Darjeeling. */
  darjeeling: string;
  /** Drinks coffee, which contradicts `tea`. */
  coffee: string;
  /** Two turns of a conversation. */
  question: string;
  answer: string;
}

const DAY_MS = 86_400_000;
const READS = 2;
/** Access counts and readers are stored every 5 s. */
const STORED_TIMEOUT_MS = 60_000;

/** Creates the memories. Their order determines the IDs in all examples. */
export async function createMemories({ loci, record }: ScenarioTenant): Promise<ScenarioMemories> {
  const tea = await record(() =>
    loci.memories.create(
      {
        content: 'Ada prefers tea to coffee.',
        memory_type: 'fact',
        importance: 0.7,
        tags: ['preferences'],
      },
      SEARCHABLE,
    ),
  );
  const { results } = await record(() =>
    loci.memories.createMany(
      {
        memories: [{ content: 'Ada lives in London.' }, { content: 'Ada works on engines.' }],
        atomic: true,
      },
      SEARCHABLE,
    ),
  );
  await record(() => loci.memories.createMany({ memories: [{ content: '' }] }));
  const [home, engines] = results.map((result) => ('id' in result ? result.id : '')) as [string, string];
  const create = async (content: string, fields: Omit<MemoryInput, 'content'> = {}): Promise<string> =>
    (await loci.memories.create({ content, ...fields }, SEARCHABLE)).id;
  const turn = { memory_type: 'conversation', metadata: { conversation_id: 'office-tea' } } as const;
  return {
    tea: tea.id,
    home,
    engines,
    darjeeling: await create('Ada drinks a pot of Darjeeling every morning.', { tags: ['preferences'] }),
    coffee: await create('Ada drinks coffee at home.'),
    question: await create('Which tea should we order for the office?', turn),
    answer: await create('Darjeeling, and some Assam for guests.', turn),
  };
}

/**
 * Reads a memory, and records who read it. No later part reads a memory by its ID, because the time at which the platform
 * stores access counts varies.
 */
export async function recordReads(
  { loci, record }: ScenarioTenant,
  { tea }: ScenarioMemories,
): Promise<void> {
  for (let read = 0; read < READS; read++) await loci.memories.get(tea);
  await eventually(async () => {
    const [reader] = (await loci.memories.readers(tea)).items;
    const { statistics } = await loci.analysis.insights();
    const memory = (await loci.memories.list()).items.find(({ id }) => id === tea);
    const counts = [reader?.opened, statistics.total_access_count, memory?.access_count];
    if (counts.some((count) => count !== READS))
      throw new Error(`The reads are not stored: ${counts.join()}`);
  }, STORED_TIMEOUT_MS);
  await record(() => loci.memories.readers(tea));
}

/** Records changes of memories, and their versions and revisions. */
export async function recordVersions(
  { loci, record }: ScenarioTenant,
  { tea, home }: ScenarioMemories,
): Promise<void> {
  await record(() =>
    loci.memories.updateMany({
      updates: [{ memory_id: tea, add_tags: ['project-x'], pinned: true }],
      atomic: true,
    }),
  );
  await record(() => loci.memories.update(tea, { importance: 0.9 }));
  await record(() =>
    loci.memories.evolve(home, {
      new_content: 'Ada lives in Lisbon.',
      evolution_type: 'correction',
      reason: 'She said so today.',
    }),
  );
  await untilRelated(loci, home);
  await record(() => loci.memories.history(home, { per_page: 2 }));
  await record(() => loci.memories.revisions(tea, { per_page: 2 }));
}

/**
 * Waits for the relationship that the graph creates when a memory is replaced or contradicted, and until the memory lists it
 * if it is active.
 */
export const untilRelated = (loci: Loci, memoryId: string): Promise<void> =>
  eventually(async () => {
    const filters = { to_id: memoryId, include_inactive: true, ...FRESH };
    const { items } = await loci.relationships.list(filters);
    const created = items.find(({ relationship_type: type }) => ['supersedes', 'contradicts'].includes(type));
    if (created === undefined) throw new Error('The relationship is not created yet.');
    const memory = (await loci.memories.list()).items.find(({ id }) => id === memoryId);
    if (created.is_active && !memory?.relationships?.some(({ id }) => id === created.id))
      throw new Error('The memory does not list the relationship yet.');
  }, STORED_TIMEOUT_MS);

/** Records lists and counts of memories, when all memories are embedded. */
export async function recordLists({ loci, record }: ScenarioTenant): Promise<void> {
  await eventually(async () => {
    const { embeddings } = await loci.memories.overview();
    if (embeddings.outstanding > 0) throw new Error(`${embeddings.outstanding} embeddings are outstanding.`);
  });
  await record(() => loci.memories.list({ per_page: 2, ...FRESH }));
  const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
  await record(() => loci.memories.dailyCounts({ first_day: day(-1), last_day: day(0) }));
  await record(() => loci.memories.conversations({ limit: 2 }));
  await record(() => loci.memories.overview({ days: 2 }));
  await record(() => loci.memories.usage());
}

/** Records the deletion of a memory, and a read, which is the last one. */
export async function recordDeletion(
  { loci, record }: ScenarioTenant,
  { tea, coffee }: ScenarioMemories,
): Promise<void> {
  await record(() => loci.memories.delete(coffee));
  await record(() => loci.memories.get(tea, FRESH));
}
