import type { Caller, Scope } from '@loci/core';
import type { Tool } from '../tool.ts';
import { findTool } from '../tools.ts';

/** Fields of a JSON-RPC message that authorization and limits depend on. */
export interface Message {
  method?: unknown;
  params?: { name?: unknown } | null;
}

/** Returns the messages of a request body: one message, or the messages of a batch. */
export const toMessages = (body: unknown): Message[] =>
  (Array.isArray(body) ? body : [body]).filter(
    (entry): entry is Message => typeof entry === 'object' && entry !== null,
  );

export const isToolCall = ({ method }: Message): boolean => method === 'tools/call';

/** Returns the tool that a message calls, or undefined for other messages and unknown tools. */
export function findCalledTool(message: Message): Tool | undefined {
  const name = isToolCall(message) ? message.params?.name : undefined;
  return typeof name === 'string' ? findTool(name) : undefined;
}

/**
 * Returns the first scope that a called tool requires and the token lacks, or null. Applies only to OAuth tokens, because
 * their host can request a further scope. For the token of an API key, the tool itself returns FORBIDDEN.
 */
export function findMissingScope(messages: readonly Message[], { via, scopes }: Caller): Scope | null {
  if (via !== 'oauth') return null;
  for (const message of messages) {
    const scope = findCalledTool(message)?.scope;
    if (scope !== undefined && !scopes.includes(scope)) return scope;
  }
  return null;
}
