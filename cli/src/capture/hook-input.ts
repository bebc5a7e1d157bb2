import { createHash } from 'node:crypto';
import { asArray, asObject, asText, asTime } from '../import/json-values.ts';
import type { ImportedMemory } from '../import/import-item.ts';
import { withoutContext } from '../import/without-context.ts';

/** Input of a hook, in the fields that the assistants have in common. All fields are untrusted. */
export interface HookInput {
  sessionId: string | undefined;
  /** Identifies the prompt in the session. */
  messageId: string | undefined;
  transcriptPath: string | undefined;
  prompt: string | undefined;
  /** Folder in which the assistant works. */
  folder: string | undefined;
  /** Time of the event in ISO 8601. */
  time: string | null;
}

/**
 * Reads the input of a hook.
 *
 * @see https://code.claude.com/docs/en/hooks
 * @see https://developers.openai.com/codex/hooks
 * @see https://geminicli.com/docs/hooks/reference
 * @see https://cursor.com/docs/hooks
 * @throws Error if the text is not a JSON object
 */
export function parseHookInput(text: string): HookInput {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The input of the hook is not a JSON object.');
  const fields = asObject(value);
  return {
    // Cursor calls the session a conversation, and a message with its answer a generation.
    sessionId: asText(fields['session_id']) ?? asText(fields['conversation_id']),
    messageId: asText(fields['message_id']) ?? asText(fields['generation_id']),
    transcriptPath: asText(fields['transcript_path']),
    prompt: asText(fields['prompt']),
    folder: asText(fields['cwd']) ?? asText(asArray(fields['workspace_roots'])[0]),
    time: asTime(fields['timestamp']),
  };
}

/** Converts the prompt of an input to a memory, for assistants whose transcripts have no documented format. */
export function promptToMemory(assistant: string, input: HookInput): ImportedMemory | undefined {
  const { prompt, sessionId, messageId, folder, time } = input;
  const content = asText(withoutContext(prompt ?? ''));
  if (prompt === undefined || content === undefined || sessionId === undefined) return undefined;
  const hash = createHash('sha256').update(prompt).digest('hex').slice(0, 32);
  return {
    kind: 'memory',
    // The input of Gemini CLI has no ID of the message, and the event can occur several times for one prompt.
    externalId: `${sessionId}/${messageId ?? hash}`,
    content,
    memoryType: 'conversation',
    tags: [],
    occurredAt: time,
    sourceType: 'conversation',
    metadata: {
      conversation_id: `${assistant}:${sessionId}`,
      role: 'user',
      ...(folder === undefined ? {} : { project: folder }),
    },
  };
}
