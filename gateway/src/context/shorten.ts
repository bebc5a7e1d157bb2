import { MAX_CONTEXT_CONTENT } from '@loci/contracts';
import { firstCodePoints } from '@loci/core';
import type { ContextMemory } from './context.resource.ts';

/** Shortens a content to `MAX_CONTEXT_CONTENT` characters. */
export function shorten(content: string): Pick<ContextMemory, 'content' | 'is_shortened'> {
  const shortened = firstCodePoints(content, MAX_CONTEXT_CONTENT);
  return { content: shortened, is_shortened: shortened.length < content.length };
}
