import { CONTRADICTION_TYPES, MEMORY_TYPES, componentNames, documentCitation } from '@loci/contracts';
import { z } from 'zod';
import { CONTEXT_SECTIONS } from './context.schemas.ts';

const contextMemory = z
  .object({
    id: z.guid().describe('ID of the memory or document chunk.'),
    content: z.string().describe('Text of the item, at most its first 2,000 characters.'),
    is_shortened: z.boolean().describe('True if the item has more text than `content`.'),
    memory_type: z.enum(MEMORY_TYPES).nullable().describe('Type of the memory; null for document chunks.'),
    importance: z.number().nullable().describe('Importance of the memory; null for document chunks.'),
    occurred_at: z.string().describe('Time of the event that the memory describes.'),
    tags: z.array(z.string()).describe('Tags of the memory. Empty for document chunks.'),
    document: documentCitation.nullable().describe('The document of a chunk; null for memories.'),
    score: z
      .number()
      .nullable()
      .describe('Relevance for the query, 0 to 1; null for pinned memories and without `query`.'),
  })
  .register(componentNames, { name: 'ContextMemory' });
export type ContextMemory = z.input<typeof contextMemory>;

const contextContradiction = z
  .object({
    id: z.guid().describe('ID of the contradiction.'),
    contradiction_type: z.enum(CONTRADICTION_TYPES).describe('Type of the contradiction.'),
    confidence: z.number().describe('Confidence in the contradiction, 0 to 1.'),
    detected_at: z.string().describe('Time at which the contradiction was recorded.'),
    source: contextMemory.describe('Memory that was reported as contradicting.'),
    target: contextMemory.describe('The other memory.'),
  })
  .register(componentNames, { name: 'ContextContradiction' });
export type ContextContradiction = z.input<typeof contextContradiction>;

const contextProfile = z
  .object({
    persona_name: z
      .string()
      .nullable()
      .describe('Display name of the selected persona; null if there is none.'),
    instructions: z
      .array(z.string())
      .describe('Custom instructions of the user, then those of the organization.'),
  })
  .register(componentNames, { name: 'ContextProfile' });
export type ContextProfile = z.input<typeof contextProfile>;

const omittedCounts = z.object(
  Object.fromEntries(
    CONTEXT_SECTIONS.map((section) => [
      section,
      z.int().describe('Number of entries of this section that were found, but exceed `max_tokens`.'),
    ]),
  ) as Record<(typeof CONTEXT_SECTIONS)[number], z.ZodInt>,
);

/** Response body of `POST /api/v2/context`. @see docs/reference/context.md */
export const contextResource = z
  .object({
    text: z
      .string()
      .describe(
        'The context for the prompt of a language model, within `<loci_context>`. Empty if nothing was found.',
      ),
    tokens: z.int().describe('Estimated number of tokens of `text`, at most `max_tokens`.'),
    profile: contextProfile.describe('Persona and custom instructions in `text`.'),
    pinned: z.array(contextMemory).describe('Pinned memories in `text`, newest first.'),
    contradictions: z
      .array(contextContradiction)
      .describe('Unresolved contradictions of the found memories in `text`, newest first.'),
    memories: z
      .array(contextMemory)
      .describe(
        'Memories and document chunks in `text`, the most relevant first. Without `query`, the newest first.',
      ),
    omitted: omittedCounts.describe('Number of entries that exceed `max_tokens`, by section.'),
    unavailable: z
      .array(z.enum(CONTEXT_SECTIONS))
      .describe('Sections that are missing or incomplete because a service does not respond.'),
    degraded: z
      .array(z.enum(['bm25', 'vector', 'graph']))
      .describe('Retrievers that failed. Their results are missing in `memories`.'),
    pending_writes: z
      .int()
      .describe("Number of the caller's recent changes that `memories` does not reflect yet."),
  })
  .register(componentNames, { name: 'Context' });
