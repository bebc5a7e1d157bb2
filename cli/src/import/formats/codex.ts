import { basename } from 'node:path';
import type { ImportedMemory, ImportFormat, ImportItem } from '../import-item.ts';
import { asArray, asObject, asText, asTime, isObject, withoutEmpty } from '../json-values.ts';
import type { JsonObject } from '../json-values.ts';
import { listFiles } from '../list-files.ts';
import { readJsonLines } from '../read-lines.ts';
import { withoutContext } from '../without-context.ts';

/** Starts of user messages that Codex writes itself: the environment, and the instructions of the project. */
const GENERATED =
  /^(<(environment_context|user_instructions|permissions|turn_aborted|skill|INSTRUCTIONS)|# AGENTS\.md instructions)/;

/**
 * Transcripts of Codex: `~/.codex/sessions`, one of its subfolders, or a file. The texts of user and assistant become
 * memories of type `conversation`. Tool calls, results and reasoning are not imported.
 */
export const codex: ImportFormat = {
  name: 'codex',
  title: 'Codex transcripts',
  async *read(path) {
    for await (const file of listFiles(path, '.jsonl')) yield* readTranscript(file.path);
  },
};

async function* readTranscript(path: string): AsyncGenerator<ImportItem> {
  let session: CodexSession = { id: basename(path, '.jsonl'), project: undefined };
  for await (const line of readJsonLines(path)) {
    if ('problem' in line) {
      yield { kind: 'skipped', where: `${path}:${line.line}`, reason: line.problem };
      continue;
    }
    session = readCodexSession(line.value) ?? session;
    const item = readCodexMessage(line.value, line.line, session);
    if (item !== undefined) yield item;
  }
}

/** Conversation to which the lines of a transcript belong. */
export interface CodexSession {
  id: string;
  project: string | undefined;
}

/** The first line describes the session: wrapped in `session_meta`, or directly in transcripts before September 2025. */
export function readCodexSession(record: JsonObject): CodexSession | undefined {
  const meta = record['type'] === 'session_meta' ? asObject(record['payload']) : record;
  const id = asText(meta['id']);
  const old = record['type'] === undefined && record['timestamp'] !== undefined;
  if (id === undefined || (record['type'] !== 'session_meta' && !old)) return undefined;
  return { id, project: asText(meta['cwd']) };
}

/**
 * Returns the message of a line of a transcript. Undefined if the line is not a message of the user or the assistant.
 *
 * @param line number of the line, from 1
 */
export function readCodexMessage(
  record: JsonObject,
  line: number,
  session: CodexSession,
): ImportedMemory | undefined {
  const message =
    record['type'] === 'response_item' && isObject(record['payload']) ? record['payload'] : record;
  const { type, role } = message;
  if (type !== 'message' || (role !== 'user' && role !== 'assistant')) return undefined;
  const texts = asArray(message['content']).flatMap((value) => {
    const part = asObject(value);
    const readable = part['type'] === 'input_text' || part['type'] === 'output_text';
    const content = readable ? asText(part['text']) : undefined;
    const text = content === undefined ? undefined : asText(withoutContext(content));
    return text === undefined || GENERATED.test(text) ? [] : [text];
  });
  const text = asText(texts.join('\n\n'));
  if (text === undefined) return undefined;
  return {
    kind: 'memory',
    // Messages have no ID. Transcripts are only appended to, so the line identifies the message.
    externalId: `${session.id}/${line}`,
    content: text,
    memoryType: 'conversation',
    tags: [],
    occurredAt: asTime(record['timestamp']),
    sourceType: 'conversation',
    metadata: withoutEmpty({ conversation_id: `codex:${session.id}`, role, project: session.project }),
  };
}
