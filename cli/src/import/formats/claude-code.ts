import type { ImportedMemory, ImportFormat, ImportItem } from '../import-item.ts';
import { asArray, asObject, asText, asTime, withoutEmpty } from '../json-values.ts';
import type { JsonObject } from '../json-values.ts';
import { listFiles } from '../list-files.ts';
import { readJsonLines } from '../read-lines.ts';
import { withoutContext } from '../without-context.ts';

/** Starts of user messages that Claude Code writes itself: output of commands, and reminders. */
const GENERATED =
  /^<(command-name|command-message|local-command-|bash-input|bash-stdout|system-reminder|task-notification)/;

/**
 * Transcripts of Claude Code: `~/.claude/projects`, the folder of a project, or a file. The texts of user and assistant
 * become memories of type `conversation`. Tool calls, results, reasoning and the work of subagents are not imported.
 */
export const claudeCode: ImportFormat = {
  name: 'claude-code',
  title: 'Claude Code transcripts',
  async *read(path) {
    for await (const file of listFiles(path, '.jsonl')) yield* readTranscript(file.path);
  },
};

async function* readTranscript(path: string): AsyncGenerator<ImportItem> {
  for await (const line of readJsonLines(path)) {
    if ('problem' in line) {
      yield { kind: 'skipped', where: `${path}:${line.line}`, reason: line.problem };
      continue;
    }
    const item = readClaudeCodeMessage(line.value);
    if (item !== undefined) yield item;
  }
}

/** Returns the message of a line of a transcript. Undefined if the line is not a message of the user or the assistant. */
export function readClaudeCodeMessage(record: JsonObject): ImportedMemory | undefined {
  const { type, isSidechain, isMeta, isCompactSummary } = record;
  if (type !== 'user' && type !== 'assistant') return undefined;
  if (isSidechain === true || isMeta === true || isCompactSummary === true) return undefined;
  const session = asText(record['sessionId']);
  const uuid = asText(record['uuid']);
  const text = readText(asObject(record['message'])['content']);
  if (session === undefined || uuid === undefined || text === undefined || GENERATED.test(text))
    return undefined;
  return {
    kind: 'memory',
    // A resumed session repeats the messages of the original in another file, with the same UUIDs.
    externalId: uuid,
    content: text,
    memoryType: 'conversation',
    tags: [],
    occurredAt: asTime(record['timestamp']),
    sourceType: 'conversation',
    metadata: withoutEmpty({
      conversation_id: `claude-code:${session}`,
      role: type,
      project: asText(record['cwd']),
      branch: asText(record['gitBranch']),
    }),
  };
}

function readText(content: unknown): string | undefined {
  if (typeof content === 'string') return asText(withoutContext(content));
  const texts = asArray(content).flatMap((value) => {
    const block = asObject(value);
    return block['type'] === 'text' ? (asText(block['text']) ?? []) : [];
  });
  return asText(withoutContext(texts.join('\n\n')));
}
