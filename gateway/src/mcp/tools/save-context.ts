import { AWAKENING_CONTEXT, MAX_CONTENT_LENGTH } from '@loci/contracts';
import { invalidField, isAppError } from '@loci/core';
import { z } from 'zod';
import { searchPhrases } from '../search-phrases.ts';
import { ADDITIVE, defineTool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { MAX_CONTEXT_NAME_LENGTH, count, idempotencyKey, replayed, text } from './parameters.ts';

export const saveContext = defineTool({
  name: 'save_context',
  title: 'Save a context',
  summary: 'Saves a context with the memories to which its description refers.',
  notes: "References are memory_id: <uuid> or memory: '<phrase of the text>'.",
  scope: 'write',
  annotations: ADDITIVE,
  input: z.object({
    name: z.string().min(1).max(MAX_CONTEXT_NAME_LENGTH),
    description: z.string().max(MAX_CONTENT_LENGTH).default(''),
    idempotency_key: idempotencyKey,
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
    replayed,
  },
  argumentNames: { 'metadata.name': 'name' },
  toToolErrorCode: ({ code }) => (code === 'RES_ALREADY_EXISTS' ? 'DUPLICATE_NAME' : null),
  handle: async (context, { name, description }) => {
    if (name.trim().toLowerCase() === AWAKENING_CONTEXT) {
      throw invalidField(
        'name',
        `The name ${AWAKENING_CONTEXT} is reserved for the personality. Choose another name.`,
      );
    }
    const checkpoint = await context.memory.saveCheckpoint(
      context.caller,
      { name, description, phrase_hits: await searchPhrases(context, description) },
      context.writeOptions,
    );
    const { memory_ids: memoryIds, unresolved_references: unresolved } = checkpoint;
    const linked = await linkMemories(context, checkpoint.id, memoryIds);
    const hints = [...(unresolved.length > 0 ? [UNRESOLVED_HINT] : []), ...(linked ? [] : [UNLINKED_HINT])];
    return {
      message: `Saved the context ${name} with ${memoryIds.length} memories.`,
      context_id: checkpoint.id,
      name,
      memories_included: memoryIds.length,
      references_extracted: checkpoint.references_extracted,
      references_resolved: checkpoint.references_extracted - unresolved.length,
      ...(unresolved.length > 0 ? { unresolved_references: unresolved } : {}),
      ...(hints.length > 0 ? { hint: hints.join(' ') } : {}),
    };
  },
});

const UNRESOLVED_HINT =
  'Refer to a memory by its id (memory_id: <uuid>), or by a phrase that its text contains.';
const UNLINKED_HINT = 'The memories are attached, but the relationships to them could not be created.';

/**
 * Creates relationships from the context to its memories. The context is already stored, and a retry of the tool without
 * an idempotency key would fail because the name is taken. A failure is therefore reported as a hint of a successful result.
 *
 * @returns false if the relationships could not be created
 */
async function linkMemories(
  { request, writeOptions, caller, log }: ToolContext,
  checkpointId: string,
  memoryIds: readonly string[],
): Promise<boolean> {
  if (memoryIds.length === 0) return true;
  try {
    await request<unknown>(
      {
        method: 'post',
        path: '/api/v2/relationships/bulk',
        body: memoryIds.map((id) => ({ from_id: checkpointId, to_id: id, relationship_type: 'references' })),
      },
      writeOptions,
    );
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    log.warn({ err: error, request_id: caller.requestId }, 'Creating the relationships of a context failed');
    return false;
  }
}
