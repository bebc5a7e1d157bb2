import { MAX_ARTIFACT_BYTES, MAX_NAME_PATTERN_LENGTH, limitedElsewhere } from '@loci/contracts';
import { optionalPageQuery } from '@loci/http';
import { z } from 'zod';
import { MAX_PATH_LENGTH, findPathProblem, splitPath, normalizeFolder } from './artifact-path.ts';

/** A bad one is 400: see `invalidFieldStatus` of the routes. */
const artifactPath = z
  .string()
  .register(limitedElsewhere, { maxLength: MAX_PATH_LENGTH })
  .transform((path, context) => {
    const problem = findPathProblem(path);
    if (problem === null) return splitPath(path);
    context.addIssue({ code: 'custom', message: problem, params: { code: 'VAL_FIELD_INVALID' } });
    return z.NEVER;
  });

/** Longer content is 413, which the use case throws. */
const content = z.string().register(limitedElsewhere, { maxLength: MAX_ARTIFACT_BYTES });

export const saveArtifactBody = z.object({ path: artifactPath, content });

export const artifactQuery = z.object({ path: artifactPath });

/** A prefix that no path can have finds nothing, so the limit leaves room beyond `MAX_PATH_LENGTH`. */
const MAX_PREFIX_LENGTH = 4_096;

export const listArtifactsQuery = z.object({
  prefix: z.string().max(MAX_PREFIX_LENGTH).default('/').transform(normalizeFolder),
  name_pattern: z.string().max(MAX_NAME_PATTERN_LENGTH).default(''),
  ...optionalPageQuery,
});
