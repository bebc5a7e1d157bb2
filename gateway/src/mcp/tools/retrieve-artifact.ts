import { z } from 'zod';
import { badPathCode } from '../artifact-error.ts';
import { READS, tool } from '../tool.ts';
import { artifactPath, count, text } from './parameters.ts';

export const retrieveArtifact = tool({
  name: 'retrieve_artifact',
  title: 'Read a file',
  summary: 'Returns a saved file by its path.',
  scope: 'read',
  annotations: READS,
  input: z.object({ path: artifactPath }),
  output: { content: text, path: text, content_type: text, size: count },
  errorCode: badPathCode,
  handle: ({ ask }, { path }) =>
    ask<Record<string, unknown>>({ method: 'get', path: '/api/v2/artifacts', query: { path } }),
});
