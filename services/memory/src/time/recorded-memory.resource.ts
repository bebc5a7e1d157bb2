import { componentNames, recordedMemoryResource } from '@loci/contracts';
import type { RecordedMemoryResource } from '@loci/contracts';
import { cursorPaginated } from '@loci/http';
import { toResource } from '../memories/memory.resource.ts';
import type { Memory } from '../memories/memory.ts';

/** A page of memories. @see docs/reference/memories.md#list-memories */
export const recordedMemoryPage = cursorPaginated(recordedMemoryResource).register(componentNames, {
  name: 'MemoryList',
});

/** @param time time at which `validity` is computed */
export const toRecordedResource = (memory: Memory, time: Date): RecordedMemoryResource => ({
  ...toResource(memory, time),
  surprise_score: null,
  access_count: null,
  last_accessed: null,
  embedding_status: null,
  relationships: null,
});
