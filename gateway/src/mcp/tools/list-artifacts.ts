import { z } from 'zod';
import { READ_ONLY, defineTool } from '../tool.ts';
import { anyObject, artifactPath, cursor, namePattern, text } from './parameters.ts';

export const listArtifacts = defineTool({
  name: 'list_artifacts',
  title: 'List files',
  summary: 'Lists the files and subfolders of a folder.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({
    path_prefix: artifactPath.default('/'),
    name_pattern: namePattern.optional(),
    cursor: cursor,
  }),
  output: {
    path: text,
    folders: z.array(text),
    files: z.array(anyObject),
    truncated: z.boolean().describe('True if more files or folders follow.'),
    next_cursor: text.nullable().describe('Cursor of the next page, or null.'),
  },
  argumentNames: { prefix: 'path_prefix' },
  handle: ({ request }, { path_prefix, name_pattern, cursor }) =>
    request<Record<string, unknown>>({
      method: 'get',
      path: '/api/v2/artifacts/list',
      query: {
        prefix: path_prefix,
        ...(name_pattern === undefined ? {} : { name_pattern }),
        ...(cursor == null ? {} : { cursor }),
      },
    }),
});
