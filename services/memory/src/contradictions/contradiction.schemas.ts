import { CONTRADICTION_TYPES, RESOLUTIONS, memoryContent } from '@loci/contracts';
import { unitInterval, optionalCursorPageQuery, uuid } from '@loci/http';
import { z } from 'zod';
import { reason } from '../evolution/evolution.schemas.ts';
import { metadata } from '../memories/memory.schemas.ts';
import type { ContradictionReport } from './report-contradiction.ts';
import type { ResolutionRequest } from './resolve-contradiction.ts';

export const reportContradictionBody = z
  .object({
    source_memory_id: uuid,
    target_memory_id: uuid,
    contradiction_type: z.enum(CONTRADICTION_TYPES),
    confidence: unitInterval.default(0.8),
    metadata: metadata.default({}),
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

export const contradictionParams = z.object({ contradiction_id: uuid });
export const contradictionsQuery = z.object(optionalCursorPageQuery);

export const resolveContradictionBody = z
  .object({
    resolution: z.enum(RESOLUTIONS),
    new_content: memoryContent.nullish(),
    reason,
    /** True if the validity of a rejected memory ends with the resolution. */
    close_validity: z.boolean().default(false),
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
