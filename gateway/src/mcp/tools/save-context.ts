import type { MemoryResource } from '@loci/contracts';
import { MAX_CONTENT_LENGTH } from '@loci/contracts';
import { invalidField, isAppError } from '@loci/core';
import { z } from 'zod';
import { AWAKENING, checkpointBody } from '../contexts/checkpoint.ts';
import { extractReferences, showReference } from '../contexts/extract-references.ts';
import { resolveReferences } from '../contexts/resolve-references.ts';
import { ADDS, tool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { MAX_CONTEXT_NAME_LENGTH, count, text } from './parameters.ts';

export const saveContext = tool({
  name: 'save_context',
  title: 'Save a context',
  summary: 'Saves a named context, with the memories that its description refers to.',
  notes:
    "A description refers to memories as memory_id: <uuid>, which is looked up, or as memory: '<phrase>', " +
    'which is searched for and may find nothing. A name can be used once.',
  scope: 'write',
  annotations: ADDS,
  input: z.object({
    name: z.string().min(1).max(MAX_CONTEXT_NAME_LENGTH).describe('Unique name of the context.'),
    description: z
      .string()
      .max(MAX_CONTENT_LENGTH)
      .default('')
      .describe('What the context is about, with references to memories.'),
  }),
  output: {
    message: text,
    context_id: text,
    name: text,
    memories_included: count,
    references_extracted: count,
    references_resolved: count,
    unresolved_references: z.array(text),
    hint: text,
  },
  renamed: { 'metadata.name': 'name', content: 'description' },
  errorCode: ({ code }) => (code === 'RES_ALREADY_EXISTS' ? 'DUPLICATE_NAME' : null),
  handle: async (context, { name, description }) => {
    if (name.trim().toLowerCase() === AWAKENING) {
      throw invalidField('name', `The name ${AWAKENING} stands for the personality and cannot be saved.`);
    }
    const references = extractReferences(description);
    const resolved = await resolveReferences(context, references);
    const memoryIds = [...new Set(resolved.filter((id) => id !== null))];
    const unresolved = references.filter((_, index) => resolved[index] === null).map(showReference);
    const checkpoint = await context.ask<MemoryResource>({
      method: 'post',
      path: '/api/v2/memories',
      body: checkpointBody(name, description, memoryIds),
    });
    const linked = await linkMemories(context, checkpoint.id, memoryIds);
    const hints = [...(unresolved.length > 0 ? [UNRESOLVED_HINT] : []), ...(linked ? [] : [UNLINKED_HINT])];
    return {
      message: `Saved the context ${name} with ${memoryIds.length} memories.`,
      context_id: checkpoint.id,
      name,
      memories_included: memoryIds.length,
      references_extracted: references.length,
      references_resolved: references.length - unresolved.length,
      ...(unresolved.length > 0 ? { unresolved_references: unresolved } : {}),
      ...(hints.length > 0 ? { hint: hints.join(' ') } : {}),
    };
  },
});

const UNRESOLVED_HINT =
  'A reference by id (memory_id: <uuid>) is reliable; a phrase must be part of the memory it means.';
const UNLINKED_HINT = 'The memories are attached, but no relationships to them could be made.';

/**
 * Relationships from the context to its memories. They come after the context is stored, so a failure here
 * cannot undo it, and a retry would only meet a taken name: the answer says so instead.
 */
async function linkMemories(
  { ask, caller, log }: ToolContext,
  checkpointId: string,
  memoryIds: readonly string[],
): Promise<boolean> {
  if (memoryIds.length === 0) return true;
  try {
    await ask<unknown>({
      method: 'post',
      path: '/api/v2/relationships/bulk',
      body: memoryIds.map((id) => ({ from_id: checkpointId, to_id: id, relationship_type: 'references' })),
    });
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    log.warn({ err: error, request_id: caller.requestId }, 'a context could not be linked to its memories');
    return false;
  }
}
