import { z } from 'zod';
import { badPathCode } from '../artifact-error.ts';
import { OVERWRITES, tool } from '../tool.ts';
import { artifactPath, text } from './parameters.ts';

export const deleteArtifact = tool({
  name: 'delete_artifact',
  title: 'Delete a file',
  summary: 'Deletes a saved file permanently.',
  scope: 'write',
  annotations: OVERWRITES,
  input: z.object({ path: artifactPath }),
  output: { message: text },
  errorCode: badPathCode,
  handle: ({ ask }, { path }) =>
    ask<Record<string, unknown>>({ method: 'delete', path: '/api/v2/artifacts', query: { path } }),
});
