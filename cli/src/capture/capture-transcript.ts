import { stat } from 'node:fs/promises';
import { ApiError } from '@loci/client';
import type { Loci, MemoryInput } from '@loci/client';
import type { ImportedMemory } from '../import/import-item.ts';
import { toNewMemories } from '../import/new-memory.ts';
import { redactItem } from '../import/redact-item.ts';
import type { CaptureState } from './capture-state.ts';
import { readNewLines } from './read-new-lines.ts';
import type { LineReader } from './transcripts.ts';

const LIMITS = { maxBytes: 64 * 1024 * 1024, maxLineBytes: 4 * 1024 * 1024 };
/** Status codes of memories that the server will never accept. Others are repeated by the next capture. */
const REJECTED = new Set([400, 413, 422]);

export interface CaptureOptions {
  loci: Pick<Loci, 'memories'>;
  /** Name of the assistant and of its import format. */
  assistant: string;
  /** Real path of the transcript. */
  path: string;
  state: CaptureState;
  createReader(first: Parameters<LineReader>[0] | undefined): LineReader;
  /** Receives the reason if a message is skipped. */
  report(message: string): void;
}

/**
 * Stores the messages of the user that were added to a transcript. A message is stored once, also if two processes capture
 * the transcript at the same time, or if a process is interrupted. A later `loci import` of the transcript skips it.
 *
 * @throws LociError if the server does not respond. The next capture continues at this message.
 */
export async function captureTranscript(options: CaptureOptions): Promise<void> {
  const { assistant, path, state } = options;
  const first = await readFirstLine(path);
  const read = options.createReader(first);
  await state.withPosition(path, async (position, save) => {
    const isTruncated = (await stat(path)).size < position.offset;
    const start = isTruncated ? { offset: 0, line: 0 } : position;
    let { offset, line } = start;
    for await (const next of readNewLines(path, start, LIMITS)) {
      const message = next.value === undefined ? undefined : read(next.value, next.line);
      if (message !== undefined && isNewUserMessage(message, position.since)) {
        // The lines before are done, so that an interruption does not repeat them.
        await save({ offset, line, since: position.since });
        await storeMessage(options.loci, message, assistant, options.report);
      }
      ({ end: offset, line } = next);
    }
    if (offset !== position.offset) await save({ offset, line, since: position.since });
  });
}

const isNewUserMessage = ({ metadata, occurredAt }: ImportedMemory, since: string): boolean =>
  metadata['role'] === 'user' && (occurredAt === null || occurredAt >= since);

async function readFirstLine(path: string): Promise<Parameters<LineReader>[0] | undefined> {
  for await (const { value } of readNewLines(path, { offset: 0, line: 0 }, LIMITS)) return value;
  return undefined;
}

/**
 * Stores a message without its secrets. The idempotency keys derive from the session and the message, so a repetition
 * within 24 hours returns the stored memory.
 */
export async function storeMessage(
  loci: Pick<Loci, 'memories'>,
  message: ImportedMemory,
  assistant: string,
  report: (message: string) => void,
): Promise<void> {
  const { item } = redactItem(message);
  // The scope is that of the import format, so that an import recognizes the memories.
  const { memories } = toNewMemories(item as ImportedMemory, assistant, assistant);
  for (const memory of memories) {
    try {
      await loci.memories.create(memory as unknown as MemoryInput, {
        idempotencyKey: `capture-${memory.metadata.import.key}`,
      });
    } catch (error) {
      if (!(error instanceof ApiError) || !REJECTED.has(error.status)) throw error;
      report(`A message was not stored: ${error.message}`);
    }
  }
}
