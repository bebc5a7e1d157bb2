import { MAX_ARTIFACT_BYTES, MAX_NAME_PATTERN_LENGTH, externalSizeLimits } from '@loci/contracts';
import { optionalCursorPageQuery } from '@loci/http';
import { z } from 'zod';
import { CONTENT_ENCODINGS } from './content-encoding.ts';
import { MAX_PATH_LENGTH, findPathProblem, splitPath, normalizeFolder } from './artifact-path.ts';

/** Path of an artifact. An invalid path returns 400 instead of 422 (`invalidFieldStatus` of the routes). */
/** The path rules for clients. The transform returns a message for each rule. */
const PATH_PATTERN = '^(?!.*\\.\\.)(/[A-Za-z0-9_-][A-Za-z0-9._-]*){1,10}$';

const artifactPath = z
  .string()
  .register(externalSizeLimits, { maxLength: MAX_PATH_LENGTH })
  .transform((path, context) => {
    const problem = findPathProblem(path);
    if (problem === null) return splitPath(path);
    context.addIssue({ code: 'custom', message: problem, params: { code: 'VAL_FIELD_INVALID' } });
    return z.NEVER;
  })
  .meta({ pattern: PATH_PATTERN });

/** Characters of the largest artifact in base64. The limit of text is lower, and depends on `encoding`. */
const MAX_CONTENT_LENGTH = 4 * Math.ceil(MAX_ARTIFACT_BYTES / 3);

/** Content of an artifact. `encodeContent` enforces the size limit, because it returns 413 instead of 422. */
const content = z.string().register(externalSizeLimits, { maxLength: MAX_CONTENT_LENGTH });

export const saveArtifactBody = z.object({
  path: artifactPath.describe('Path of the file.'),
  content: content.describe('Content of the file, at most 1 MiB.'),
  encoding: z
    .enum(CONTENT_ENCODINGS)
    .default('utf-8')
    .describe('`utf-8` if `content` is text, or `base64` for a file that is not text, such as an image.'),
});

export const moveArtifactBody = z.object({
  from: artifactPath.describe('Path of the file.'),
  to: artifactPath.describe('New path of the file, at which nothing exists.'),
});

export const artifactQuery = z.object({ path: artifactPath.describe('Path of the file.') });

/** Maximum characters of a list prefix. Prefixes that are longer than any path match nothing. */
const MAX_PREFIX_LENGTH = 4_096;

export const listArtifactsQuery = z.object({
  prefix: z
    .string()
    .max(MAX_PREFIX_LENGTH)
    .default('/')
    .transform(normalizeFolder)
    .describe('Path of the folder, at most 4,096 characters. A leading or trailing `/` is optional.'),
  name_pattern: z
    .string()
    .max(MAX_NAME_PATTERN_LENGTH)
    .default('')
    .describe(
      'Only files and folders whose name contains this text, in any letter case. At most 1,000 characters. Wildcards have no special meaning.',
    ),
  ...optionalCursorPageQuery,
});
