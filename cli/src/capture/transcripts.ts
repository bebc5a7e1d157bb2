import { realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { claudeFolder } from '../connect/assistants/claude-code.ts';
import { codexFolder } from '../connect/assistants/codex.ts';
import { readClaudeCodeMessage } from '../import/formats/claude-code.ts';
import { readCodexMessage, readCodexSession } from '../import/formats/codex.ts';
import type { ImportedMemory } from '../import/import-item.ts';
import type { JsonObject } from '../import/json-values.ts';
import type { Machine } from '../loci/credentials/config-folder.ts';

/** Converts the lines of one transcript. */
export type LineReader = (record: JsonObject, line: number) => ImportedMemory | undefined;

interface TranscriptFormat {
  /** Folder in which the assistant writes its transcripts. */
  folder(machine: Machine): string;
  /** @param first first line of the transcript */
  createReader(path: string, first: JsonObject | undefined): LineReader;
}

/** Assistants with transcripts that Loci can read, by the name of their import format. */
const FORMATS: ReadonlyMap<string, TranscriptFormat> = new Map([
  [
    'claude-code',
    {
      folder: (machine) => join(claudeFolder(machine), 'projects'),
      createReader: () => readClaudeCodeMessage,
    },
  ],
  [
    'codex',
    {
      folder: (machine) => join(codexFolder(machine), 'sessions'),
      createReader: (path, first) => {
        const session = (first === undefined ? undefined : readCodexSession(first)) ?? {
          id: basename(path, '.jsonl'),
          project: undefined,
        };
        return (record, line) => readCodexMessage(record, line, session);
      },
    },
  ],
]);

/** Returns the format of the transcripts of an assistant. Undefined if its hooks must contain the prompt instead. */
export const transcriptFormat = (assistant: string): TranscriptFormat | undefined => FORMATS.get(assistant);

/**
 * Returns the real path of a transcript. The path comes from the input of a hook, so other files must not be read.
 *
 * @returns undefined if the file does not exist, because the assistant creates it with the first message
 * @throws Error if the file is not a transcript in the folder of the assistant
 */
export async function resolveTranscript(
  format: TranscriptFormat,
  machine: Machine,
  path: string,
): Promise<string | undefined> {
  const folder = await realPathOf(format.folder(machine));
  const file = await realPathOf(path);
  if (folder === undefined || file === undefined) return undefined;
  if (!file.startsWith(folder + sep) || !file.endsWith('.jsonl') || !(await stat(file)).isFile())
    throw new Error('The path in the input of the hook is not a transcript of the assistant.');
  return file;
}

function realPathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
