import { runTool } from '@loci/test-engines/install';

/** Without a daemon and without namespaces, so that it works inside of a container as well. */
export const BUILDAH_ENVIRONMENT = { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };

/** @returns what buildah printed, trimmed @throws Error with the end of its output when it fails */
export async function buildah(...args: string[]): Promise<string> {
  return (await runTool('buildah', args, { environment: BUILDAH_ENVIRONMENT })).trim();
}
