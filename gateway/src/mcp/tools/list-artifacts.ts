import { z } from 'zod';
import { READ_ONLY, defineTool } from '../tool.ts';
import { anyObject, artifactPath, namePattern, text } from './parameters.ts';

export const listArtifacts = defineTool({
  name: 'list_artifacts',
  title: 'List files',
  summary: 'Lists the files and subfolders of a folder.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({
    path_prefix: artifactPath.default('/').describe('Path of the folder, for example /notes.'),
    name_pattern: namePattern.optional(),
  }),
  output: { path: text, folders: z.array(text), files: z.array(anyObject) },
  argumentNames: { prefix: 'path_prefix' },
  handle: ({ request }, { path_prefix, name_pattern }) =>
    request<Record<string, unknown>>({
      method: 'get',
      path: '/api/v2/artifacts/list',
      query: { prefix: path_prefix, ...(name_pattern === undefined ? {} : { name_pattern }) },
    }),
});
