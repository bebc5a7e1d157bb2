import { componentNames, recordFoundRequest } from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { memoryParams } from '../memories/memory.schemas.ts';
import { listReaders } from './list-readers.ts';
import type { ListReadersDeps } from './list-readers.ts';
import type { ReadRecorder } from './read-recorder.ts';
import { readerOf } from './reader.ts';
import type { MemoryReader } from './reader.ts';

export interface ReaderRouteDeps extends ListReadersDeps {
  reads: Pick<ReadRecorder, 'record'>;
}

const counts = {
  opened: z.int().describe('Number of reads by ID.'),
  found: z.int().describe('Number of searches and contexts that returned the memory.'),
};

const readersResource = z
  .object({
    items: z
      .array(
        z.object({
          user_id: z.string().describe('ID of the user.'),
          client_id: z.string().describe('OAuth client, or `api-key` for an API key.'),
          key_id: z.guid().nullable().describe('ID of the API key. Null without an API key.'),
          ...counts,
          last_read_at: z.string().describe('Time of the last read.'),
          days: z
            .array(z.object({ date: z.string().describe('Day in UTC, `YYYY-MM-DD`.'), ...counts }))
            .describe('Reads by day, latest day first.'),
        }),
      )
      .describe('Readers, latest read first.'),
    recording: z.boolean().describe('True if the tenant records reads now.'),
  })
  .register(componentNames, { name: 'MemoryReaders' });

const toReaderResource = ({ userId, clientId, keyId, lastReadAt, ...reads }: MemoryReader) => ({
  user_id: userId,
  client_id: clientId,
  key_id: keyId,
  ...reads,
  last_read_at: lastReadAt.toISOString(),
});

export const readerRoutes = (deps: ReaderRouteDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/memories/:memory_id/readers',
    scope: 'read',
    summary: 'List who read a memory',
    operationId: 'listMemoryReaders',
    description:
      'Lists the users, applications and API keys that read a memory in the last 90 days. Requires the role `owner`.',
    params: memoryParams,
    response: readersResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      const { readers, isRecording } = await listReaders(deps, caller, params.memory_id);
      return { items: readers.map(toReaderResource), recording: isRecording };
    },
  }),
  route({
    method: 'post',
    path: '/internal/memory/record-found',
    scope: 'internal',
    summary: 'Record memories that searches returned',
    body: recordFoundRequest,
    response: z.object({}),
    handle: ({ body: { found } }) => {
      for (const { user_id: userId, client_id: clientId, key_id: keyId, ...one } of found) {
        deps.reads.record({
          ...readerOf({ userId, clientId, ...(keyId !== null && { keyId }) }),
          tenantId: one.tenant_id,
          memoryId: one.memory_id,
          opened: 0,
          found: one.count,
          firstReadAt: new Date(one.first_ms),
          lastReadAt: new Date(one.last_ms),
        });
      }
      return Promise.resolve({});
    },
  }),
];
