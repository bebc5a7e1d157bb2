import { z } from 'zod';
import { toPathErrorCode } from '../path-error-code.ts';
import { READ_ONLY, defineTool } from '../tool.ts';
import { artifactPath, count, text } from './parameters.ts';

export const retrieveArtifact = defineTool({
  name: 'retrieve_artifact',
  title: 'Read a file',
  summary: 'Returns a saved file by its path.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({ path: artifactPath }),
  output: { content: text, path: text, content_type: text, size: count },
  toToolErrorCode: toPathErrorCode,
  handle: ({ request }, { path }) =>
    request<Record<string, unknown>>({ method: 'get', path: '/api/v2/artifacts', query: { path } }),
});
