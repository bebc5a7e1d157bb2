import { CONTRADICTION_TYPES, RESOLUTIONS, memoryContent } from '@loci/contracts';
import { cursorField, optionalCursorPageQuery, queryNumber, unitInterval, uuid } from '@loci/http';
import { z } from 'zod';
import { reason } from '../evolution/evolution.schemas.ts';
import { metadata } from '../memories/memory.schemas.ts';
import type { ContradictionReport } from './report-contradiction.ts';
import type { ResolutionRequest } from './resolve-contradiction.ts';

export const reportContradictionBody = z
  .object({
    source_memory_id: uuid.describe('ID of the first memory.'),
    target_memory_id: uuid.describe('ID of the second memory.'),
    contradiction_type: z.enum(CONTRADICTION_TYPES).describe('Kind of the contradiction.'),
    confidence: unitInterval.default(0.8).describe('Confidence, 0 to 1.'),
    metadata: metadata.default({}).describe('Free-form object.'),
  })
  .refine((body) => body.source_memory_id !== body.target_memory_id, {
    path: ['target_memory_id'],
    message: 'A memory cannot contradict itself.',
  });

export const toReport = (body: z.output<typeof reportContradictionBody>): ContradictionReport => ({
  sourceMemoryId: body.source_memory_id,
  targetMemoryId: body.target_memory_id,
  contradictionType: body.contradiction_type,
  confidence: body.confidence,
  metadata: body.metadata,
});

export const contradictionParams = z.object({ contradiction_id: uuid.describe('ID of the contradiction.') });
export const contradictionsQuery = z.object(optionalCursorPageQuery);

export const openContradictionsQuery = z.object({
  limit: queryNumber(z.int().min(1).max(100)).default(20).describe('Maximum number of contradictions.'),
  cursor: cursorField.optional().describe('next_cursor of the previous response.'),
});

export const resolveContradictionBody = z
  .object({
    resolution: z.enum(RESOLUTIONS).describe('Decision about the contradiction.'),
    new_content: memoryContent
      .nullish()
      .describe('Content of the merged memory, 1 to 10,000 characters. Required for `create_new`.'),
    reason: reason.describe('Reason of the decision.'),
    close_validity: z
      .boolean()
      .default(false)
      .describe('True if the validity of a rejected memory ends with the resolution.'),
  })
  .superRefine((body, context) => {
    if (body.resolution !== 'create_new' || body.new_content != null) return;
    context.addIssue({
      code: 'custom',
      path: ['new_content'],
      message: 'This field is required.',
      params: { code: 'VAL_FIELD_REQUIRED' },
    });
  });

export const toResolutionRequest = (body: z.output<typeof resolveContradictionBody>): ResolutionRequest => {
  const reason = body.reason ?? null;
  return body.resolution === 'create_new'
    ? { resolution: 'create_new', newContent: body.new_content!, reason }
    : { resolution: body.resolution, reason, closeValidity: body.close_validity };
};
