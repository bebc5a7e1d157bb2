import { optionalPageQuery } from '@loci/http';
import { z } from 'zod';
import { problemOfPath, splitPath, toFolder } from './artifact-path.ts';

/** A bad one is 400: see `invalidFieldStatus` of the routes. */
const artifactPath = z.string().transform((path, context) => {
  const problem = problemOfPath(path);
  if (problem === null) return splitPath(path);
  context.addIssue({ code: 'custom', message: problem, params: { code: 'VAL_FIELD_INVALID' } });
  return z.NEVER;
});

export const saveArtifactBody = z.object({ path: artifactPath, content: z.string() });

export const artifactQuery = z.object({ path: artifactPath });

export const listArtifactsQuery = z.object({
  prefix: z.string().default('/').transform(toFolder),
  name_pattern: z.string().default(''),
  ...optionalPageQuery,
});
