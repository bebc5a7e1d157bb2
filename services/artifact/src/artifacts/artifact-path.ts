/** Where an artifact is: `/docs/plan.md` is `plan.md` in the folder `/docs`, `/plan.md` in `/`. */
export interface ArtifactPath {
  /** `/`, or an absolute path without a slash at its end. */
  folder: string;
  name: string;
}

/** Segments, file name included. @see SPEC.md "Limits"; DECISIONS.md "Artifacts" */
export const MAX_PATH_DEPTH = 10;
/** No limit of SPEC.md: what an index entry and a URL can hold. */
export const MAX_PATH_LENGTH = 1_024;

const ALLOWED = /^[A-Za-z0-9._/-]*$/;

/**
 * What is wrong with a path, for a person; null for a good one. Letters and digits are those of ASCII, so that no
 * two paths look the same.
 * @see SPEC.md "Artifacts", path rules
 */
export function findPathProblem(path: string): string | null {
  if (!path.startsWith('/')) return 'Must start with a slash.';
  if (path.length > MAX_PATH_LENGTH) return `Must be at most ${MAX_PATH_LENGTH} characters.`;
  if (!ALLOWED.test(path)) return 'May hold only letters, digits, hyphens, underscores, dots and slashes.';
  if (path.endsWith('/')) return 'Must name a file, not a directory.';
  if (path.includes('//')) return 'Must not hold two slashes in a row.';
  if (path.includes('..')) return 'Must not hold two dots in a row.';
  if (path.includes('/.')) return 'No file or directory name may start with a dot.';
  if (path.split('/').length - 1 > MAX_PATH_DEPTH) return `Must be at most ${MAX_PATH_DEPTH} levels deep.`;
  return null;
}

/** @param path without a problem */
export function splitPath(path: string): ArtifactPath {
  const slash = path.lastIndexOf('/');
  return { folder: slash === 0 ? '/' : path.slice(0, slash), name: path.slice(slash + 1) };
}

export function joinPath({ folder, name }: ArtifactPath): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

/** The folders that a path lies in, outermost first, without the root. */
export function parentFolders({ folder }: ArtifactPath): ArtifactPath[] {
  const folders: ArtifactPath[] = [];
  for (let path = folder; path !== '/'; path = folders[0]!.folder) folders.unshift(splitPath(path));
  return folders;
}

/**
 * A folder as callers write it, with or without slashes at its ends, as entries hold it. What no folder can be
 * called is left as it is: there is nothing in it.
 */
export function normalizeFolder(prefix: string): string {
  const absolute = prefix.startsWith('/') ? prefix : `/${prefix}`;
  return absolute.length > 1 && absolute.endsWith('/') ? absolute.slice(0, -1) : absolute;
}
