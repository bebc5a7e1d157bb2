import { AppError } from '@loci/core';
import { z } from 'zod';
import { toPathErrorCode } from '../path-error-code.ts';
import { READ_ONLY, defineTool } from '../tool.ts';
import { artifactPath, count, text } from './parameters.ts';

export const retrieveArtifact = defineTool({
  name: 'retrieve_artifact',
  title: 'Read a file',
  summary: 'Returns a saved text file.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({ path: artifactPath }),
  output: { content: text, path: text, content_type: text, size: count },
  toToolErrorCode: toPathErrorCode,
  handle: async ({ request }, { path }) => {
    const { encoding, ...artifact } = await request<Record<string, unknown>>({
      method: 'get',
      path: '/api/v2/artifacts',
      query: { path },
    });
    if (encoding === 'base64') {
      throw new AppError(
        'VAL_FIELD_INVALID',
        `${path} is not text. Its type is ${artifact['content_type']}.`,
      );
    }
    return artifact;
  },
});
