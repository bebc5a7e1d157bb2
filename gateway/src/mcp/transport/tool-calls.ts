import type { Caller, Scope } from '@loci/core';
import type { Tool } from '../tool.ts';
import { findTool } from '../tools.ts';

/** As much of a JSON-RPC message as decides on access. */
export interface Message {
  method?: unknown;
  params?: { name?: unknown } | null;
}

/** The messages of a body: one, or a batch of the 2025 protocol. */
export const messagesOf = (body: unknown): Message[] =>
  (Array.isArray(body) ? body : [body]).filter(
    (entry): entry is Message => typeof entry === 'object' && entry !== null,
  );

export const isToolCall = ({ method }: Message): boolean => method === 'tools/call';

/** The tool that a message calls; undefined for other messages and unknown names. */
export function toolOf(message: Message): Tool | undefined {
  const name = isToolCall(message) ? message.params?.name : undefined;
  return typeof name === 'string' ? findTool(name) : undefined;
}

/**
 * A scope that the messages need and the token lacks, or null. Only of people's tokens: their host can ask for
 * more, whereas a key's token has what it has, and the tool says so.
 */
export function missingScope(messages: readonly Message[], { via, scopes }: Caller): Scope | null {
  if (via !== 'oauth') return null;
  for (const message of messages) {
    const scope = toolOf(message)?.scope;
    if (scope !== undefined && !scopes.includes(scope)) return scope;
  }
  return null;
}
