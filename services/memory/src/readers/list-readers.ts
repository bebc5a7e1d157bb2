import { AppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { firstKeptDay, groupByReader } from './reader.ts';
import type { MemoryReader } from './reader.ts';
import type { ReaderSettingRepository } from './reader-setting.repository.ts';
import type { ReaderRepository } from './reader.repository.ts';

export interface ListReadersDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'find'>;
  readers: Pick<ReaderRepository, 'list'>;
  readerSettings: Pick<ReaderSettingRepository, 'find'>;
  now(): Date;
}

/**
 * Lists who read a memory, latest read first.
 *
 * @returns the recorded reads, and whether the tenant records reads now
 * @throws AUTH_FORBIDDEN if the caller is not an owner; RES_NOT_FOUND if the memory does not exist
 * @see docs/reference/memories.md#readers
 */
export async function listReaders(
  { inTransaction, memories, readers, readerSettings, now }: ListReadersDeps,
  { role, tenantId }: Caller,
  memoryId: string,
): Promise<{ readers: MemoryReader[]; isRecording: boolean }> {
  if (role !== 'owner') {
    throw new AppError('AUTH_FORBIDDEN', 'Only owners can see who read a memory.', {
      details: { required_role: 'owner', current_role: role },
    });
  }
  const [memory, rows, isRecording] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      memories.find(tx, tenantId, memoryId),
      readers.list(tx, tenantId, memoryId, firstKeptDay(now())),
      readerSettings.find(tx, tenantId),
    ]),
  );
  if (memory === null) throw notFound('memory', memoryId);
  return { readers: groupByReader(rows), isRecording };
}
