import type { HiddenValidity, MemoryClient, MemoryVersionAt } from '@loci/contracts';
import type { TimeTravel } from '@loci/service-hosting';

/** Maximum number of ids in one request to the memory service. */
const MAX_IDS = 1_000;

/** The versions of memories at a time, which are read on demand. */
export interface PastNodes {
  /** Reads the versions of memories that were not read before. */
  load(ids: readonly string[]): Promise<void>;
  /** Returns the version of a memory that was read, or undefined if it did not exist. */
  get(id: string): MemoryVersionAt | undefined;
  /** Returns the memories that were read and that the traversal does not reach. */
  hiddenIds(): readonly string[];
}

/**
 * Creates an empty set of versions.
 *
 * @param included validities of the memories that the traversal reaches in addition to those that were true
 */
export function createPastNodes(
  memory: Pick<MemoryClient, 'getVersionsAt'>,
  tenantId: string,
  { asOf, knownAt }: TimeTravel,
  included: ReadonlySet<HiddenValidity>,
): PastNodes {
  const versions = new Map<string, MemoryVersionAt>();
  const read = new Set<string>();
  const hidden: string[] = [];
  const times = { asOf: asOf?.toISOString(), knownAt: knownAt?.toISOString() };

  function isReached(version: MemoryVersionAt | undefined): boolean {
    if (version === undefined) return false;
    const { validity, was_true: wasTrue } = version;
    if (validity === 'current') return true;
    if (validity === 'superseded') return asOf === null || wasTrue || included.has('superseded');
    return included.has(validity);
  }

  return {
    async load(ids) {
      const unread = [...new Set(ids)].filter((id) => !read.has(id));
      for (let first = 0; first < unread.length; first += MAX_IDS) {
        const batch = unread.slice(first, first + MAX_IDS);
        const found = await memory.getVersionsAt(tenantId, batch, times);
        for (const version of found) versions.set(version.id, version);
        for (const id of batch) {
          read.add(id);
          if (!isReached(versions.get(id))) hidden.push(id);
        }
      }
    },
    get: (id) => versions.get(id),
    hiddenIds: () => hidden,
  };
}
