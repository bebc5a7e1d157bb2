import { z } from 'zod';
import { toPathErrorCode } from '../path-error-code.ts';
import { DESTRUCTIVE, defineTool } from '../tool.ts';
import { artifactPath, idempotencyKey, replayed, text } from './parameters.ts';

export const deleteArtifact = defineTool({
  name: 'delete_artifact',
  title: 'Delete a file',
  summary: 'Deletes a file permanently.',
  scope: 'write',
  annotations: DESTRUCTIVE,
  input: z.object({ path: artifactPath, idempotency_key: idempotencyKey }),
  output: { message: text, replayed },
  toToolErrorCode: toPathErrorCode,
  handle: ({ request, writeOptions }, { path }) =>
    request<Record<string, unknown>>(
      { method: 'delete', path: '/api/v2/artifacts', query: { path } },
      writeOptions,
    ),
});
