import { MAX_ARTIFACT_BYTES } from '@loci/contracts';
import { z } from 'zod';
import { toPathErrorCode } from '../path-error-code.ts';
import { ADDITIVE, defineTool } from '../tool.ts';
import { artifactPath, count, idempotencyKey, replayed, text } from './parameters.ts';

export const saveArtifact = defineTool({
  name: 'save_artifact',
  title: 'Save a file',
  summary: 'Saves a text file at a new path.',
  notes: 'Files are not searchable.',
  scope: 'write',
  annotations: ADDITIVE,
  // JSON can escape each byte of the content as six bytes.
  maxMessageBytes: 8 * 1024 * 1024,
  input: z.object({
    content: z.string().max(MAX_ARTIFACT_BYTES),
    path: artifactPath.describe('Like /notes/plan.md.'),
    idempotency_key: idempotencyKey,
  }),
  output: { message: text, path: text, artifact_id: text, content_type: text, size: count, replayed },
  toToolErrorCode: toPathErrorCode,
  handle: ({ request, writeOptions }, { content, path }) =>
    request<Record<string, unknown>>(
      {
        method: 'post',
        path: '/api/v2/artifacts',
        body: { content, path },
      },
      writeOptions,
    ),
});
