/** Path of an artifact, split into folder and name: `/docs/plan.md` is `plan.md` in the folder `/docs`. */
export interface ArtifactPath {
  /** Path of the folder: `/`, or an absolute path without a trailing slash. */
  folder: string;
  name: string;
}

/** Maximum number of segments, including the file name. @see docs/reference/limits.md#artifacts */
export const MAX_PATH_DEPTH = 10;
/** Maximum length in characters. A longer path might not fit into an entry of the primary key index. */
export const MAX_PATH_LENGTH = 1_024;

const ALLOWED = /^[A-Za-z0-9._/-]*$/;
/** Matches texts that contain only the characters of file and folder names, and the empty string. */
export const NAME = /^[A-Za-z0-9._-]*$/;

/**
 * Validates a path. Only ASCII letters and digits are allowed, so that different paths never look the same.
 *
 * @returns a message for the user, or null for a valid path
 * @see docs/reference/artifacts.md#path-rules
 */
export function findPathProblem(path: string): string | null {
  if (!path.startsWith('/')) return 'The path must start with a slash.';
  if (path.length > MAX_PATH_LENGTH) return `The path must have at most ${MAX_PATH_LENGTH} characters.`;
  if (!ALLOWED.test(path))
    return 'The path may contain only letters, digits, hyphens, underscores, dots and slashes.';
  if (path.endsWith('/')) return 'The path must name a file. Remove the trailing slash.';
  if (path.includes('//')) return 'The path must not contain two slashes in a row.';
  if (path.includes('..')) return 'The path must not contain two dots in a row.';
  if (path.includes('/.')) return 'Names of files and folders must not start with a dot.';
  if (path.split('/').length - 1 > MAX_PATH_DEPTH)
    return `The path must have at most ${MAX_PATH_DEPTH} levels.`;
  return null;
}

/** Splits a valid path into folder and name. */
export function splitPath(path: string): ArtifactPath {
  const slash = path.lastIndexOf('/');
  return { folder: slash === 0 ? '/' : path.slice(0, slash), name: path.slice(slash + 1) };
}

/** Joins folder and name into a path. Inverse of {@link splitPath}. */
export function joinPath({ folder, name }: ArtifactPath): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

/** Returns the folders that contain a path, from the outermost to the innermost, without the root. */
export function parentFolders({ folder }: ArtifactPath): ArtifactPath[] {
  const folders: ArtifactPath[] = [];
  for (let path = folder; path !== '/'; path = folders[0]!.folder) folders.unshift(splitPath(path));
  return folders;
}

/**
 * Normalizes the folder of a list request: adds a missing leading slash and removes a trailing one. Accepts invalid
 * names, because listing a folder that cannot exist returns nothing.
 */
export function normalizeFolder(prefix: string): string {
  const absolute = prefix.startsWith('/') ? prefix : `/${prefix}`;
  return absolute.length > 1 && absolute.endsWith('/') ? absolute.slice(0, -1) : absolute;
}
