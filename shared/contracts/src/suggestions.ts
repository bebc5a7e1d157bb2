import { componentNames } from './component-names.ts';
import type { Caller } from '@loci/core';
import { z } from 'zod';
import { memoryContent } from './memory-content.ts';
import { RELATIONSHIP_TYPES } from './relationship-types.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';
import { SIMILARITY_KINDS, similarityEvidence } from './similar-memories.ts';

export const SUGGESTION_STATUSES = ['open', 'resolved', 'dismissed'] as const;
export type SuggestionStatus = (typeof SUGGESTION_STATUSES)[number];

export const SUGGESTION_ACTIONS = ['merge', 'supersede', 'relate', 'dismiss'] as const;
export type SuggestionAction = (typeof SUGGESTION_ACTIONS)[number];

const suggestedMemory = z.object({
  id: z.guid().describe('ID of the memory.'),
  content: z.string().describe('The beginning of the content.'),
  created_at: z.string().describe('Time at which the memory was created.'),
});

/** Two memories that say nearly the same or the opposite. @see docs/reference/suggestions.md#the-suggestion-object */
export const suggestionResource = z
  .object({
    id: z.guid().describe('ID of the suggestion.'),
    kind: z.enum(SIMILARITY_KINDS).describe('`duplicate` or `contradiction`.'),
    score: z.number().describe('Confidence, 0 to 1.'),
    evidence: similarityEvidence.describe('Values from which the kind and the score follow.'),
    status: z.enum(SUGGESTION_STATUSES).describe('State of the suggestion.'),
    detected_at: z.string().describe('Time at which the pair was found.'),
    memory: suggestedMemory.describe('The memory that was indexed when the pair was found.'),
    other: suggestedMemory.describe('The memory that existed before.'),
    resolution: z
      .object({
        action: z.enum(SUGGESTION_ACTIONS).describe('`merge`, `supersede`, `relate` or `dismiss`.'),
        result_id: z
          .guid()
          .nullable()
          .describe(
            'The new memory of `merge`, the kept memory of `supersede` or the relationship of `relate`.',
          ),
        resolved_at: z.string().describe('Time of the resolution; null while it is open.'),
        resolved_by: z.string().describe('User who resolved it; null while it is open.'),
      })
      .nullable()
      .describe('Null for an open suggestion.'),
  })
  .register(componentNames, { name: 'Suggestion' });
export type SuggestionResource = z.infer<typeof suggestionResource>;

const resolutionFields = {
  action: z.enum(SUGGESTION_ACTIONS).describe('`merge`, `supersede`, `relate` or `dismiss`.'),
  content: memoryContent
    .nullish()
    .describe('Content of the merged memory. Defaults to the content of the newer memory.'),
};

const requireField = (context: z.RefinementCtx, field: string, action: SuggestionAction): void =>
  context.addIssue({
    code: 'custom',
    path: [field],
    message: `${field} is required for the action ${action}.`,
    params: { code: 'VAL_FIELD_REQUIRED' },
  });

/** Body of the public operation, with the schema of the IDs in public requests. */
export const resolveSuggestionBody = <Id extends z.ZodType<string>>(id: Id) =>
  z
    .object({
      ...resolutionFields,
      keep_id: id
        .nullish()
        .describe(
          'The memory that stays. Required for `supersede`. `merge` keeps the versions of the older memory by default.',
        ),
      relationship_type: z
        .enum(RELATIONSHIP_TYPES)
        .nullish()
        .describe('Type of the relationship from `memory` to `other`. Required for `relate`.'),
    })
    .superRefine((body, context) => {
      if (body.action === 'supersede' && body.keep_id == null) requireField(context, 'keep_id', 'supersede');
      if (body.action === 'relate' && body.relationship_type == null)
        requireField(context, 'relationship_type', 'relate');
    });

export const suggestionRequest = z.object({ tenant_id: z.guid(), suggestion_id: z.guid() });
export const suggestionResponse = z.object({ suggestion: suggestionResource.nullable() });

export const resolveSuggestionRequest = z.object({
  suggestion_id: z.guid(),
  ...resolutionFields,
  keep_id: z.guid().nullish(),
  /** The relationship that the gateway created for `relate`. */
  relationship_id: z.guid().nullish(),
});
export type ResolveSuggestionRequest = z.input<typeof resolveSuggestionRequest>;

/** Internal operations of the memory service on suggestions. */
export interface SuggestionClient {
  /** Returns a suggestion of a tenant, or null. */
  get(tenantId: string, id: string, options?: CallOptions): Promise<SuggestionResource | null>;
  /**
   * Resolves a suggestion. Requires `write`.
   *
   * @throws RES_NOT_FOUND; RES_ALREADY_EXISTS if it is already resolved or one of its memories is inactive
   */
  resolve(
    caller: Caller,
    request: ResolveSuggestionRequest,
    options?: CallOptions,
  ): Promise<SuggestionResource>;
}

export function createSuggestionClient(service: ServiceClient): SuggestionClient {
  return {
    get: async (tenantId, id, options) => {
      const body = { tenant_id: tenantId, suggestion_id: id };
      const path = '/internal/memory/suggestions/get';
      const response = await service(null, { method: 'post', path, body }, options);
      return (response as z.infer<typeof suggestionResponse>).suggestion;
    },
    resolve: async (caller, body, options) => {
      const path = '/internal/memory/suggestions/resolve';
      return (await service(caller, { method: 'post', path, body }, options)) as SuggestionResource;
    },
  };
}
