import type { Loci, MemoryInput } from '@loci/client';
import type { LociMiddlewareOptions } from './options.ts';
import { conversationTexts, lastUserText, startsTurn } from './prompt.ts';
import type { Prompt } from './prompt.ts';

/** Maximum length of a memory. @see docs/reference/limits.md#memories */
const MAX_CONTENT_LENGTH = 10_000;

/** Stores the last message of the user, unless a tool or the assistant has spoken since. */
export async function storeUserMessage(
  client: Loci,
  { tags = [], conversationId, toMemory = toConversationMemory }: LociMiddlewareOptions,
  prompt: Prompt,
): Promise<void> {
  if (!startsTurn(prompt)) return;
  const text = lastUserText(prompt).replaceAll('\0', '').slice(0, MAX_CONTENT_LENGTH).toWellFormed().trim();
  if (text === '') return;
  const memory = await toMemory(text);
  if (memory === null) return;
  await client.memories.create(
    {
      ...memory,
      tags: [...(memory.tags ?? []), ...tags],
      metadata: {
        ...memory.metadata,
        ...(conversationId !== undefined && { conversation_id: conversationId }),
      },
    },
    { idempotencyKey: await keyOf(memory, [...tags], conversationId, prompt) },
  );
}

const toConversationMemory = (content: string): MemoryInput => ({
  content,
  memory_type: 'conversation',
  source_type: 'conversation',
});

/**
 * Returns the same key for the same memory after the same conversation, so that a turn that is repeated, for example to
 * receive another answer, is stored once.
 */
async function keyOf(
  memory: MemoryInput,
  tags: string[],
  conversationId: string | undefined,
  prompt: Prompt,
): Promise<string> {
  const text = JSON.stringify([memory, tags, conversationId ?? null, conversationTexts(prompt)]);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `ai-sdk-${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
